import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  assistantVersionDetailSchema,
  listVersionsResponseSchema,
  ownAssistantDetailSchema,
  savedDraftSchema,
} from '#contract/own-assistant.ts'
import { users } from '../../../infra/db/schema/auth.ts'
import { createStudioTest, form, photo, problem, type Headers } from './studio-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())
beforeEach(() => void studio.dropped.splice(0))

/** An assistant, and functions for what its owner does with it. */
async function workshop(more: Record<string, unknown> = {}) {
  const { email, headers } = await studio.person()
  const made = await studio.make(headers, more)
  const address = `/api/own-assistants/${made.id}`
  const ask = (method: string, path: string, body?: unknown, as: Headers = headers) =>
    studio.server.request(method, `${address}${path}`, body, as)
  const detail = async (answer: Response | Promise<Response>) =>
    ownAssistantDetailSchema.parse(await (await answer).json())
  const read = () => detail(ask('GET', ''))
  const draftOf = (changes: Record<string, unknown>) => {
    const { submissionId: _, ...content } = form({ ...more, ...changes })
    return content
  }
  return {
    made,
    email,
    headers,
    ask,
    detail,
    read,
    save: async (changes: Record<string, unknown>, version?: number) =>
      ask('PUT', '/draft', { ...draftOf(changes), version: version ?? (await read()).version }),
    publish: async () => detail(ask('POST', '/publish', { version: (await read()).version })),
    restore: async (number: number) =>
      detail(ask('POST', `/versions/${number}/restore`, { version: (await read()).version })),
    discard: async () => detail(ask('DELETE', `/draft?version=${(await read()).version}`)),
    versions: async () =>
      listVersionsResponseSchema
        .parse(await (await ask('GET', '/versions')).json())
        .versions.map(({ number }) => number),
  }
}

describe('a draft', () => {
  it('is shown to its owner and not heard in calls until it is published, then from the next call on', async () => {
    const { made, headers, save, read, publish, versions } = await workshop()
    const saved = savedDraftSchema.parse(await (await save({ firstMessage: 'Good evening.' })).json())
    expect(saved).toMatchObject({ version: 2, hasDraft: true })
    expect(await read()).toMatchObject({
      version: 2,
      published: 1,
      hasDraft: true,
      firstMessage: made.firstMessage,
      editing: { firstMessage: 'Good evening.', photoUrl: made.photoUrl },
      plan: { assistants: 0 },
    })
    const before = await studio.talk(made.id, headers)
    expect(before.call.assistant.firstMessage).toBe(made.firstMessage)
    expect(await publish()).toMatchObject({ published: 2, hasDraft: false, firstMessage: 'Good evening.' })
    const after = await studio.talk(made.id, headers)
    expect(after.call.assistant.firstMessage).toBe('Good evening.')
    expect(await versions()).toEqual([2, 1])
    // Publishing twice makes one version.
    expect(await publish()).toMatchObject({ published: 2, version: 3 })
    for (const { call } of [before, after]) await call.recorder.ended('person-ended', 1_000)
  })

  it('may be incomplete until it is published', async () => {
    const { ask, save, read } = await workshop()
    const knowledge = { pairs: [{ question: 'W', answer: '' }], notes: '' }
    expect((await save({ name: '', firstMessage: '', knowledge })).status).toBe(200)
    const { version, editing } = await read()
    expect(editing).toMatchObject({ name: '', knowledge })
    const refused = await ask('POST', '/publish', { version })
    expect(refused.status).toBe(400)
    const { issues } = (await refused.json()) as { issues: { path: string; message: string }[] }
    expect(issues).toContainEqual({ path: 'name', message: 'Give your assistant a name.' })
    expect(issues).toContainEqual({ path: 'knowledge.pairs.0.answer', message: 'Write the answer.' })
    expect((await read()).hasDraft).toBe(true)
  })

  it('no longer exists once all is changed back, or it is discarded', async () => {
    const { save, read, discard } = await workshop()
    await save({ name: 'Nina' })
    await save({})
    expect(await read()).toMatchObject({ hasDraft: false, version: 3 })
    // Saving without a change leaves the version as it is.
    await save({})
    expect((await read()).version).toBe(3)
    await save({ name: 'Nico' })
    expect(await discard()).toMatchObject({ hasDraft: false, editing: { name: 'Nora' } })
  })

  it('saved in one tab is not overwritten by an older one in another tab', { tags: 'postgres' }, async () => {
    const { ask, save, read } = await workshop()
    const answers = await Promise.all(['Nina', 'Nico'].map((name) => save({ name }, 1)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const { editing } = await read()
    expect(await problem(ask('POST', '/publish', { version: 1 }))).toEqual({ status: 409, code: 'changed-meanwhile' })
    expect(await problem(ask('DELETE', '/draft?version=1'))).toEqual({ status: 409, code: 'changed-meanwhile' })
    expect((await read()).editing).toEqual(editing)
  })

  it('sent again is no conflict', async () => {
    const { save } = await workshop()
    expect((await save({ name: 'Nina' }, 1)).status).toBe(200)
    const again = await save({ name: 'Nina' }, 1)
    expect([again.status, await again.json()]).toMatchObject([200, { version: 2 }])
  })

  it('ends when the whole assistant is saved and published at once', async () => {
    const { made, save, read, headers } = await workshop()
    await save({ name: 'Nina' })
    const { submissionId: _, ...content } = form({ name: 'Nelly' })
    await studio.server.request('PUT', `/api/own-assistants/${made.id}`, { ...content, version: 2 }, headers)
    expect(await read()).toMatchObject({ name: 'Nelly', hasDraft: false, published: 2, editing: { name: 'Nelly' } })
  })

  it('takes imported answers, which replace those to the same question', async () => {
    const { made, email, save, read } = await workshop()
    const [owner] = await studio.server.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const unfinished = ['By whom?', 'Since when?'].map((answer) => ({ question: '', answer }))
    await save({ name: 'Nina', knowledge: { pairs: [...made.knowledge.pairs, ...unfinished], notes: '' } })
    const { assistants } = studio.server
    const source = { title: 'Prices', url: 'https://mill.example/prices' }
    const pairs = [
      { question: 'do you deliver?', answer: 'Daily.', source },
      { question: 'Is there rye?', answer: 'Yes.', source },
    ]
    await assistants.addKnowledge(studio.server.db, owner?.id ?? '', made.id, pairs)
    const { version, editing } = await read()
    expect([version, editing.name]).toEqual([3, 'Nina'])
    expect(editing.knowledge.pairs).toHaveLength(4)
    expect(editing.knowledge.pairs).toEqual(expect.arrayContaining([...pairs, ...unfinished]))
    const many = Array.from({ length: 150 }, (_, index) => ({ question: `Why ${index}?`, answer: 'So.' }))
    await expect(assistants.addKnowledge(studio.server.db, owner?.id ?? '', made.id, many)).rejects.toThrow(
      'At most 150',
    )
  })
})

describe('versions', () => {
  it('can be viewed and restored; the twenty newest are kept', async () => {
    const { ask, save, publish, restore, versions } = await workshop()
    for (let number = 2; number <= 22; number += 1) {
      await save({ name: `Nora ${number}` })
      await publish()
    }
    expect(await versions()).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index))
    expect(await problem(ask('GET', '/versions/2'))).toEqual({ status: 404, code: 'not-found' })
    const old = assistantVersionDetailSchema.parse(await (await ask('GET', '/versions/5')).json())
    expect(old.content.name).toBe('Nora 5')
    expect(await restore(5)).toMatchObject({ name: 'Nora 22', hasDraft: true, editing: { name: 'Nora 5' } })
    expect(await publish()).toMatchObject({ name: 'Nora 5', published: 23 })
    expect(await restore(23)).toMatchObject({ hasDraft: false })
  })
})

describe('a photo', () => {
  it('is kept while a version that can be restored shows it, and is deleted with a discarded draft', async () => {
    const { save, publish, discard } = await workshop({ photoId: photo('c') })
    await save({ photoId: photo('d') })
    await publish()
    expect(studio.dropped).toEqual([])
    await save({ photoId: photo('e') })
    await save({ photoId: photo('f') })
    expect(studio.dropped).toEqual([photo('e')])
    await discard()
    expect(studio.dropped).toEqual([photo('e'), photo('f')])
  })

  it('is deleted with the last version that shows it', async () => {
    const { save, publish } = await workshop({ photoId: photo('c') })
    for (let number = 2; number <= 21; number += 1) {
      await save({ photoId: photo('d'), name: `Nora ${number}` })
      await publish()
    }
    expect(studio.dropped).toEqual([photo('c')])
  })

  it('of a draft or a version is deleted with the assistant', async () => {
    const { ask, save, publish } = await workshop({ photoId: photo('c') })
    await save({ photoId: photo('d') })
    await publish()
    await save({ photoId: photo('e') })
    await ask('DELETE', '')
    expect(studio.dropped.toSorted()).toEqual(['c', 'd', 'e'].map(photo))
  })

  it('uploaded for a change that was refused is deleted', async () => {
    const { save } = await workshop({ photoId: photo('c') })
    expect((await save({ photoId: photo('d') }, 9)).status).toBe(409)
    expect(studio.dropped).toEqual([photo('d')])
  })
})
