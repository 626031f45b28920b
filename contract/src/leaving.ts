/** What is kept of an account's purchases after its deletion, for as long as the law requires records of sales. */
export const KEPT_OF_PLANS: readonly string[] = [
  'Invoices and payments, at the payment provider.',
  'A record of each subscription: email address, plan and dates.',
]
