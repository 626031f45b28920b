import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_OWN_ASSISTANTS } from '#contract/own-assistant-limits.ts'
import { ownAssistantSchema, type OwnAssistant } from '#contract/own-assistant.ts'
import { TEST_PASSWORD, TEST_TEAM_CODE } from '../../../../test/test-server.ts'
import { openPostgres } from '../../../infra/db/client.ts'
import { users } from '../../../infra/db/schema/auth.ts'
import { ownAssistants } from '../../../infra/db/schema/own-assistants.ts'
import { createStudio } from './studio.ts'
import { createStudioTest, form, VISITOR, photo, problem, type Headers } from './studio-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())
beforeEach(() => void studio.dropped.splice(0))

/** Enough rounds for two processes to meet by chance. */
const ROUNDS = 12
const TOO_MANY_PAIRS = Array.from({ length: 151 }, () => ({ question: 'Why?', answer: 'So.' }))

describe('creating an assistant', () => {
  it('stores it as a draft and returns it as it was sent', async () => {
    const { headers } = await studio.person()
    const made = await studio.make(headers, { name: '  Zoë Groß & Co.  ' })
    expect(made).toMatchObject({
      name: 'Zoë Groß & Co.',
      status: 'draft',
      version: 1,
      photoUrl: `/files/${photo('a')}`,
    })
    expect(made.slug).toMatch(/^zoe-gross-co-[a-z0-9]{8}$/)
    expect(await studio.list(headers)).toEqual({ assistants: [made], plan: { assistants: 0, remainingMinutes: 0 } })
  })

  it('happens once if the same form is sent several times', { tags: 'postgres' }, async () => {
    const { headers } = await studio.person()
    const one = form()
    const answers = await Promise.all(
      // Each attempt uploads the picture again.
      ['d', 'e', 'f'].map((letter) =>
        studio.server
          .request('POST', '/api/own-assistants', { ...one, photoId: photo(letter) }, headers)
          .then((answer) => answer.json()),
      ),
    )
    expect(new Set(answers.map((answer) => ownAssistantSchema.parse(answer).id)).size).toBe(1)
    const [made, ...others] = (await studio.list(headers)).assistants
    expect(others).toEqual([])
    expect(new Set([...studio.dropped, made?.photoId])).toEqual(new Set(['d', 'e', 'f'].map(photo)))
  })

  it('is corrected by sending the form again, until its owner changes the assistant', async () => {
    const { headers } = await studio.person()
    const one = form({ photoId: photo('g') })
    const send = async (more: Record<string, unknown>) => {
      const answer = await studio.server.request('POST', '/api/own-assistants', { ...one, ...more }, headers)
      return ownAssistantSchema.parse(await answer.json())
    }
    const made = await send({})
    const before = await studio.talk(made.id, headers)
    const corrected = { firstMessage: 'Hello, this is Ada’s bakery.', photoId: photo('h') }
    expect(await send(corrected)).toMatchObject({ ...corrected, id: made.id, slug: made.slug, hasDraft: false })
    expect(studio.dropped).toEqual([photo('g')])
    const after = await studio.talk(made.id, headers)
    expect(after.call.assistant.firstMessage).toBe(corrected.firstMessage)
    for (const { call } of [before, after]) await call.recorder.ended('person-ended', 1_000)

    const kept = await send(corrected)
    const { submissionId: _, ...content } = { ...one, ...corrected, name: 'Nina' }
    const put = (path: string, version: number) =>
      studio.server.request('PUT', `/api/own-assistants/${made.id}${path}`, { ...content, version }, headers)
    await put('/draft', kept.version)
    expect(await send({ name: 'Nele' })).toMatchObject({ name: kept.name, hasDraft: true })
    await put('', kept.version + 1)
    expect(await send({ name: 'Nele' })).toMatchObject({ name: 'Nina', firstMessage: corrected.firstMessage })
  })

  it.each([
    ['no name', { name: ' ' }, 'Give your assistant a name.'],
    ['no first message', { firstMessage: '' }, 'Write what your assistant says first.'],
    ['a name on two lines', { name: 'a\nb' }, 'The name must be on one line.'],
    ['too long a name', { name: 'a'.repeat(61) }, 'The name must have at most 60 characters.'],
    ['an unknown voice', { voiceId: 'siren' }, 'There is no such voice.'],
    [
      'a question without an answer',
      { knowledge: { pairs: [{ question: 'Why?', answer: ' ' }] } },
      'Write the answer.',
    ],
    ['too many questions', { knowledge: { pairs: TOO_MANY_PAIRS } }, 'At most 150 questions fit.'],
    ['an invalid file id', { photoId: '../../etc/passwd' }, 'There is no such file.'],
    ['an invalid face', { photoFace: { eyes: {} } }, ''],
  ])('refuses %s', async (_, wrong, words) => {
    const { headers } = await studio.person()
    const response = await studio.server.request('POST', '/api/own-assistants', form(wrong), headers)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(words)
    expect((await studio.list(headers)).assistants).toEqual([])
  })

  it('refuses another user’s photo', async () => {
    studio.photoOwners.set(photo('z'), 'otherUser')
    const { headers } = await studio.person()
    const create = () => studio.server.request('POST', '/api/own-assistants', form({ photoId: photo('z') }), headers)
    expect(await problem(create())).toEqual({ status: 422, code: 'photo-unknown' })
  })

  it('is refused to an account that has fifty', async () => {
    const { headers } = await studio.person()
    for (let count = 0; count < MAX_OWN_ASSISTANTS; count += 1) await studio.make(headers)
    const oneMore = studio.server.request('POST', '/api/own-assistants', form(), headers)
    expect(await problem(oneMore)).toEqual({ status: 409, code: 'too-many-assistants' })
  })

  it('needs an account; the team’s code is not enough', async () => {
    const access = await studio.server.request('POST', '/api/team/access', { code: TEST_TEAM_CODE })
    const { token } = (await access.json()) as { token: string }
    const create = (headers: Headers) => problem(studio.server.request('POST', '/api/own-assistants', form(), headers))
    expect(await create(VISITOR)).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await create({ 'Voxhall-Team': token })).toEqual({ status: 403, code: 'forbidden' })
  })
})

describe('an assistant of another user', () => {
  it('can be neither read, changed, paused nor deleted', async () => {
    const [owner, otherUser] = [await studio.person(), await studio.person()]
    const { id, version } = await studio.make(owner.headers, { photoId: photo('v') })
    const address = `/api/own-assistants/${id}`
    const { submissionId: _, ...content } = form({ name: 'Taken over' })
    const tries: [string, string, unknown?][] = [
      ['GET', address],
      ['PUT', address, { ...content, version }],
      ['POST', `${address}/pause`],
      ['POST', `${address}/resume`],
      ['PUT', `${address}/draft`, { ...content, version }],
      ['DELETE', `${address}/draft?version=${version}`],
      ['POST', `${address}/publish`, { version }],
      ['GET', `${address}/versions`],
      ['GET', `${address}/versions/1`],
      ['POST', `${address}/versions/1/restore`, { version }],
    ]
    for (const [method, path, body] of tries) {
      expect(await problem(studio.server.request(method, path, body, otherUser.headers)), method).toEqual({
        status: 404,
        code: 'not-found',
      })
    }
    expect((await studio.server.request('DELETE', address, undefined, otherUser.headers)).status).toBe(204)
    expect((await studio.list(owner.headers)).assistants).toMatchObject([
      { id, name: 'Nora', status: 'draft', version },
    ])
    expect(studio.dropped).not.toContain(photo('v'))
  })
})

describe('editing', () => {
  it(
    'is refused on an older version, so that two editors cannot overwrite each other',
    { tags: 'postgres' },
    async () => {
      const { headers } = await studio.person()
      const made = await studio.make(headers, { photoId: photo('c') })
      const { submissionId: _, ...content } = form({ name: 'Nina', photoId: photo('b') })
      const put = (body: unknown) => studio.server.request('PUT', `/api/own-assistants/${made.id}`, body, headers)
      const answers = await Promise.all([1, 2].map(() => put({ ...content, version: 1 })))
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
      const [now] = (await studio.list(headers)).assistants
      expect(now).toMatchObject({ name: 'Nina', version: 2, slug: made.slug, photoUrl: `/files/${photo('b')}` })
      // The previous version and its photo can be restored.
      expect(studio.dropped).toEqual([])
    },
  )

  it('takes effect in the next call, not in a running one', async () => {
    const { headers } = await studio.person()
    const { id } = await studio.make(headers)
    const before = await studio.talk(id, headers)
    const again = await studio.talk(id, headers)
    expect(again.call.assistant).toBe(before.call.assistant)
    const knowledge = { pairs: [{ question: 'Is there rye bread?', answer: 'Every day.' }], notes: '' }
    const { submissionId: _, ...content } = form({ knowledge })
    await studio.server.request('PUT', `/api/own-assistants/${id}`, { ...content, version: 1 }, headers)
    const after = await studio.talk(id, headers)
    expect(after.call.assistant.knowledge.map(({ question }) => question)).toEqual(['Is there rye bread?'])
    expect(before.call.assistant.knowledge.map(({ question }) => question)).toEqual(['Do you deliver?', 'Allergens'])
    for (const { call } of [before, again, after]) await call.recorder.ended('person-ended', 1_000)
  })
})

describe('the number of live assistants in the plan', () => {
  it('rises and falls with the plan, and the oldest assistants are live first', async () => {
    const { email, headers } = await studio.person()
    for (const name of ['One', 'Two', 'Three']) await studio.make(headers, { name })
    expect(await studio.statuses(headers)).toEqual(['draft', 'draft', 'draft'])
    await studio.givePlan(email, 'small-business-monthly')
    expect(await studio.statuses(headers)).toEqual(['live', 'draft', 'draft'])
    expect((await studio.list(headers)).plan).toEqual({ assistants: 1, remainingMinutes: 500 })
    await studio.givePlan(email, 'medium-business-monthly')
    expect(await studio.statuses(headers)).toEqual(['live', 'live', 'live'])
    expect((await studio.list(headers)).plan).toEqual({ assistants: 4, remainingMinutes: 1_000 })
    await studio.givePlan(email, 'medium-business-monthly', { status: 'canceled' })
    expect(await studio.statuses(headers)).toEqual(['live', 'draft', 'draft'])
    await studio.givePlan(email, 'small-business-monthly', { status: 'canceled' })
    expect(await studio.statuses(headers)).toEqual(['draft', 'draft', 'draft'])
    await studio.givePlan(email, 'enterprise-business-monthly')
    expect(await studio.statuses(headers)).toEqual(['live', 'live', 'live'])
    expect((await studio.list(headers)).plan.assistants).toBeNull()
  })

  it('is zero in a personal plan', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'premium-monthly')
    await studio.make(headers)
    expect(await studio.statuses(headers)).toEqual(['draft'])
    expect((await studio.list(headers)).plan).toEqual({ assistants: 0, remainingMinutes: 0 })
  })

  it('leaves room after pausing or deleting one, and a resumed assistant waits for room', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const first = await studio.make(headers, { name: 'First' })
    await studio.make(headers, { name: 'Second' })
    expect(await studio.statuses(headers)).toEqual(['live', 'draft'])
    const change = (what: string) =>
      studio.server.request('POST', `/api/own-assistants/${first.id}/${what}`, undefined, headers)
    expect(ownAssistantSchema.parse(await (await change('pause')).json()).status).toBe('paused')
    expect(await studio.statuses(headers)).toEqual(['paused', 'live'])
    expect(ownAssistantSchema.parse(await (await change('resume')).json()).status).toBe('draft')
    const [second] = (await studio.list(headers)).assistants
    await studio.server.request('DELETE', `/api/own-assistants/${second?.id}`, undefined, headers)
    expect(await studio.statuses(headers)).toEqual(['live'])
    // The first assistant still shows this picture.
    expect(studio.dropped).toEqual([])
  })

  it('an assistant that is live on the plan keeps its place when an older one is resumed', async () => {
    const { email, headers } = await studio.person()
    const older = await studio.make(headers, { name: 'Older' })
    await studio.make(headers, { name: 'Newer' })
    const change = (what: string) =>
      studio.server.request('POST', `/api/own-assistants/${older.id}/${what}`, undefined, headers)
    await change('pause')
    await studio.givePlan(email, 'small-business-monthly')
    expect(await studio.statuses(headers)).toEqual(['paused', 'live'])
    await change('resume')
    expect(await studio.statuses(headers)).toEqual(['draft', 'live'])
  })

  it('is not exceeded when many are created at once', { tags: 'postgres' }, async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'medium-business-monthly')
    await Promise.all(Array.from({ length: 6 }, () => studio.make(headers)))
    expect((await studio.statuses(headers)).filter((status) => status === 'live')).toHaveLength(3)
  })

  it('is not exceeded when two processes check it at the same moment', { tags: 'postgres' }, async () => {
    const { server, person, givePlan, make } = studio
    const { email, headers } = await person()
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    const made: OwnAssistant[] = []
    for (const name of names) made.push(await make(headers, { name }))
    await givePlan(email, 'medium-business-monthly')
    const [owner] = await server.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const userId = owner?.id ?? ''

    // PGlite has one connection, which the processes take turns on; on PostgreSQL each has a pool of its own.
    const { connection } = server.database
    const other = connection.kind === 'postgresql' ? await openPostgres(connection.url) : undefined
    const processes = [server.database, other ?? server.database].map(({ db }) =>
      createStudio({
        db,
        photos: { isOf: async () => true, remove: async () => {} },
        billing: { usage: { room: async (id) => server.billing.usage.room(id) } },
        webhooks: server.webhooks,
        lastMails: { post: async () => {} },
        log: { error: () => {} },
      }),
    )
    // Reads the table, because the API would first bring its response in line with the plan.
    const liveCount = () =>
      server.db.$count(ownAssistants, and(eq(ownAssistants.userId, userId), eq(ownAssistants.status, 'live')))
    const [here, there] = processes
    if (!here || !there) throw new Error('two processes were made')
    const counts: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await server.db.update(ownAssistants).set({ status: 'draft' }).where(eq(ownAssistants.userId, userId))
      const paused = made.slice(0, 2).map(({ id }) => there.change(userId, id, 'pause'))
      await Promise.all([here.list(userId), ...paused, here.list(userId), there.list(userId)])
      counts.push(await liveCount())
    }
    expect(counts).toEqual(counts.map(() => 3))
    await other?.close()
  })
})

describe('exporting and deleting the account', () => {
  it('includes the assistants', async () => {
    const { headers } = await studio.person()
    const { slug } = await studio.make(headers)
    const data = await studio.server.request('GET', '/api/account/export', undefined, headers)
    expect(await data.json()).toMatchObject({ ownAssistants: [{ slug, name: 'Nora' }] })
    expect((await studio.server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)).status).toBe(
      200,
    )
    expect((await studio.pageOf(slug)).status).toBe(404)
  })
})
