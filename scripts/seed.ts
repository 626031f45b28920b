import { FolderLockedError } from '../server/src/infra/db/pglite-lock.ts'
import { EnvError, loadEnv, type Env } from '../server/src/config/env.ts'

/**
 * `npm run seed`: fills the database of this environment with realistic demo data: people who signed up over a year,
 * their calls, the team's follow-ups, and subscriptions of every status, bought through the payment sandbox. A second
 * run changes nothing. With the embedded database, stop the server first.
 */
const SIZE = { people: 460, subscribed: 260 }

function refusalOf({ STRIPE_SECRET_KEY, localMode }: Env): string | undefined {
  if (STRIPE_SECRET_KEY) {
    return (
      'STRIPE_SECRET_KEY is set. The demo’s subscriptions are bought in the payment sandbox, which a server with a key ' +
      'does not use, so Stripe would not know them. Unset the key, and use a separate database for the demo.'
    )
  }
  return localMode ? undefined : 'NODE_ENV is production: demo people are not added to a database of real people.'
}

async function seed(): Promise<void> {
  const env = loadEnv()
  const refusal = refusalOf(env)
  if (refusal) {
    console.error(`${refusal} Nothing was changed.`)
    process.exitCode = 1
    return
  }
  // Imported last, so that a refusal need not wait until the server's code is loaded.
  const { createSeedServer } = await import('./seed/seed-server.ts')
  const { seedDemo } = await import('./seed/seed-demo.ts')
  const server = await createSeedServer(env)
  try {
    await seedDemo(server, SIZE, (line) => console.log(line))
  } finally {
    await server.close()
  }
}

try {
  await seed()
} catch (error) {
  if (!(error instanceof FolderLockedError) && !(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
