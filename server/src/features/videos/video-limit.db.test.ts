import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../test/test-server.ts'

// PGlite serves one request after the other; only a PostgreSQL server serves many at the same time.
it(
  'of fifteen simultaneous requests, three become videos and the others are refused',
  { tags: 'postgres' },
  async () => {
    const asking = Promise.withResolvers<void>()
    const server = await createTestApp({
      rates: { video: { burst: 1_000, refillMs: 1 } },
      // Keeps all videos unfinished until all have been requested.
      async say() {
        await asking.promise
        throw new Error('the voice is away')
      },
    })
    onTestFinished(() => server.close())
    const eager = await server.signedUp('eager@example.com')
    const asked = await Promise.all(
      Array.from({ length: 15 }, (_, at) =>
        server.request('POST', '/api/videos', { assistantId: 'finance', text: `Number ${at}.` }, eager),
      ),
    )
    asking.resolve()
    const statuses = asked.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12)
  },
)
