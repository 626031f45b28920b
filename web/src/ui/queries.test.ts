import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { replaceRead } from './queries.tsx'

test('a read that was running when something changed does not undo the answer to the change', async () => {
  const client = new QueryClient()
  const running = Promise.withResolvers<string>()
  const reads = { queryKey: ['/api/things'], queryFn: () => running.promise }
  const read = client.fetchQuery(reads).catch(() => undefined)
  await replaceRead(client, reads, 'newer')
  running.resolve('older')
  await read
  expect(client.getQueryData(reads.queryKey)).toBe('newer')
  expect(client.isFetching()).toBe(0)
})
