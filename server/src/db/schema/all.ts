/** Gathers every feature's tables for drizzle. A new schema file needs a line here and `npm run db:generate`. */
export * from './auth.ts'
export * from './billing-customers.ts'
export * from './calls.ts'
export * from './crm-figures.ts'
export * from './email-crm.ts'
export * from './mail.ts'
export * from './sandbox-stripe.ts'
export * from './subscribers.ts'
