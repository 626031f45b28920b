import { defineConfig } from 'drizzle-kit'

/** `npm run db:generate` compares the schema with the migrations and writes what is missing. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/src/infra/db/schema/*.ts', './stripe-sandbox/schema.ts'],
  out: './server/src/infra/db/migrations',
})
