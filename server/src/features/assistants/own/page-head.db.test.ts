import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPageHeads } from './page-head.ts'
import { createStudioTest, photo } from './studio-testing.ts'
import { createStudio } from './studio.ts'

let tested: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  tested = await createStudioTest()
})
afterAll(() => tested.server.close())

function heads() {
  const { db, billing, webhooks } = tested.server
  const studio = createStudio({
    db,
    photos: { isOf: async () => true, remove: async () => {} },
    billing,
    webhooks,
    lastMails: { post: async () => {} },
    log: { error: () => {} },
  })
  return createPageHeads(studio.page, 'https://voxhall.example')
}

it('only live assistants appear in search engines and link previews', async () => {
  const find = heads()
  const { email, headers } = await tested.person()
  const { id, slug } = await tested.make(headers, { firstMessage: `Hello.\n${'Ask me anything. '.repeat(15)}` })
  const path = `/a/${slug}`
  expect(await find(path)).toBeUndefined()

  await tested.givePlan(email, 'small-business-monthly')
  const head = await find(path)
  if (head === undefined) throw new Error('it is live and has no head')
  expect(head).toMatchObject({
    title: 'Talk with Nora · Voxhall',
    url: `https://voxhall.example${path}`,
    pictureUrl: `https://voxhall.example/files/${photo('a')}`,
  })
  expect(head.description).toMatch(/^Talk with Nora, an AI assistant: “Hello\. Ask me .*…”$/)
  expect(head.description.length).toBeLessThanOrEqual(155)

  await tested.server.request('POST', `/api/own-assistants/${id}/pause`, undefined, headers)
  expect(await find(path)).toBeUndefined()
  await tested.server.request('DELETE', `/api/own-assistants/${id}`, undefined, headers)
  for (const missing of [path, '/a/No%20Body']) {
    await expect(find(missing), missing).rejects.toMatchObject({ code: 'not-found' })
  }
  expect([await find('/pricing'), await find('/a/x/y')]).toEqual([undefined, undefined])
})
