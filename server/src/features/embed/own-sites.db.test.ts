import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { MAX_SITES, SITE_WORDS, siteAnswerSchema, websiteSchema } from '#contract/website.ts'
import { assistantSites } from '../../infra/db/schema/own-assistants.ts'
import { createStudioTest, type Headers } from '../assistants/own/studio-testing.ts'
import { grantedCall } from '../calls/calls-testing.ts'

// An own assistant is shown, called and paid for on its owner's sites only.

const MINE = 'https://mill.example'
const OTHERS = 'https://rival.example'
let test: Awaited<ReturnType<typeof createStudioTest>>
let owner: Headers
let rival: Headers
let nora: OwnAssistant
let rex: OwnAssistant

beforeAll(async () => {
  test = await createStudioTest()
  ;({ headers: owner, assistant: nora } = await made('Nora', MINE))
  ;({ headers: rival, assistant: rex } = await made('Rex', OTHERS))
})
afterAll(() => test.server.close())

/** An assistant on a plan, with its owner, who allows it on the site. */
async function made(name: string, site: string) {
  const { email, headers } = await test.person()
  await test.givePlan(email, 'small-business-monthly')
  const assistant = await test.make(headers, { name })
  await allow(assistant, site, headers)
  return { email, headers, assistant }
}

const website = (id: string) => `/api/own-assistants/${id}/website`
const allow = (assistant: Pick<OwnAssistant, 'id'>, site: string, headers: Headers) =>
  test.server.request('POST', `${website(assistant.id)}/sites`, { site }, headers)
const ofSite = (method: 'GET' | 'POST', path: string, origin: string) =>
  test.server.request(method, `/api/embed/${path}`, undefined, { Origin: origin })

async function ticketOf(slug: string, origin: string): Promise<string> {
  const response = await ofSite('POST', `${slug}/tickets`, origin)
  expect(response.status).toBe(201)
  return ((await response.json()) as { ticket: string }).ticket
}

describe('an own assistant on a site of its owner', () => {
  it('is shown with the look that its owner chose', async () => {
    const look = { mode: 'button', side: 'left', label: 'Ask Nora', colour: '#123456', bubble: 'Hungry?' }
    expect((await test.server.request('PUT', `${website(nora.id)}/look`, look, owner)).status).toBe(200)
    const answer = await ofSite('GET', `${nora.slug}/site`, MINE)
    expect(siteAnswerSchema.parse(await answer.json()).look).toEqual(look)
    const { headers } = await test.server.request('GET', `/embed/${nora.slug}`)
    expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors 'self' ${MINE};`)
  })

  it('uses its owner’s minutes', async () => {
    const ticket = await ticketOf(nora.slug, MINE)
    const granted = await grantedCall(test.server.request('POST', '/api/embed/calls', { ticket }))
    expect(granted.isDemo).toBe(false)
    expect((await test.server.calls.desk.admit(granted.token)).assistant.id).toBe(nora.id)
  })

  it('can be called from a bare frame, whose ticket only our own page can request', async () => {
    const ask = (site: string, origin?: string) =>
      test.server.request(
        'POST',
        `/api/embed/${nora.slug}/frame-tickets`,
        { site },
        origin === undefined ? {} : { Origin: origin },
      )
    expect((await ask(MINE, 'http://voxhall.test')).status).toBe(201)
    expect((await ask(OTHERS, 'http://voxhall.test')).status).toBe(403)
    expect((await ask(MINE, MINE)).status).toBe(403)
    expect((await ask(MINE, OTHERS)).status).toBe(403)
    expect((await ask(MINE)).status).toBe(403)
  })

  it('reports to its owner that the tag is in place, once an hour', async () => {
    const isWanted = async (site = MINE) =>
      siteAnswerSchema.parse(await (await ofSite('GET', `${nora.slug}/site`, site)).json()).isReportWanted
    expect(await isWanted()).toBe(true)
    expect((await ofSite('POST', `${nora.slug}/sightings`, MINE)).status).toBe(204)
    expect(await isWanted()).toBe(false)
    const read = websiteSchema.parse(
      await (await test.server.request('GET', website(nora.id), undefined, owner)).json(),
    )
    expect(read.sites).toEqual([
      { origin: MINE, firstSeenAt: expect.any(String) as string, lastSeenAt: expect.any(String) as string },
    ])
    const firstSeenAt = new Date(Date.now() - 7_200_000)
    await test.server.db.update(assistantSites).set({ firstSeenAt, lastSeenAt: new Date(Date.now() - 3_700_000) })
    expect(await isWanted()).toBe(true)
    await ofSite('POST', `${nora.slug}/sightings`, MINE)
    expect(await isWanted()).toBe(false)
    const rows = await test.server.db.select().from(assistantSites)
    const seen = rows.find(({ assistantId, origin }) => assistantId === nora.id && origin === MINE)
    expect(seen?.firstSeenAt).toEqual(firstSeenAt)
    // Each site reports for itself.
    const another = 'https://bakery.example'
    await allow(nora, another, owner)
    expect([await isWanted(), await isWanted(another)]).toEqual([false, true])
    await test.server.request('DELETE', `${website(nora.id)}/sites?origin=${another}`, undefined, owner)
  })
})

describe('a site of another owner', () => {
  it.each(['site', 'tickets', 'sightings'] as const)('is refused at %s', async (path) => {
    const answer = await ofSite(path === 'site' ? 'GET' : 'POST', `${nora.slug}/${path}`, OTHERS)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'origin-refused' })
  })

  it('cannot frame the page', async () => {
    const { headers } = await test.server.request('GET', `/embed/${nora.slug}`)
    expect(headers.get('Content-Security-Policy')).not.toContain(OTHERS)
  })

  it('cannot use its own permission for the assistant', async () => {
    const ticket = await ticketOf(rex.slug, OTHERS)
    const [content = '', signature = ''] = ticket.split('.')
    const text = Buffer.from(content, 'base64url').toString()
    const forged = Buffer.from(text.replace(rex.slug, nora.slug)).toString('base64url')
    expect((await test.server.request('POST', '/api/embed/calls', { ticket: `${forged}.${signature}` })).status).toBe(
      403,
    )
  })

  it('cannot start a call like our own pages', async () => {
    const start = (headers: Headers) => test.ask(nora.id, headers)
    expect((await start({ Origin: OTHERS })).status).toBe(403)
    expect((await start({ Origin: 'null' })).status).toBe(403)
    expect((await start({})).status).toBe(403)
    // The request comes from another site's page, so being signed in there makes no difference.
    expect((await start({ ...rival, Origin: OTHERS })).status).toBe(403)
    expect((await start({ Origin: 'http://voxhall.test' })).status).toBe(201)
  })

  it('cannot add itself to the list of sites', async () => {
    expect((await allow(nora, OTHERS, rival)).status).toBe(404)
    expect((await test.server.request('GET', website(nora.id), undefined, rival)).status).toBe(404)
    const remove = `${website(nora.id)}/sites?origin=${encodeURIComponent(MINE)}`
    expect((await test.server.request('DELETE', remove, undefined, rival)).status).toBe(404)
    expect((await test.server.request('PUT', `${website(nora.id)}/look`, {}, rival)).status).toBe(404)
  })
})

it('sites of assistant owners may not show the catalogue', async () => {
  expect((await ofSite('GET', 'culinary/site', MINE)).status).toBe(403)
})

it('removing a site takes effect at once, even for tickets that it already has', async () => {
  const shop = 'https://www.mill.example'
  await allow(nora, 'https://*.mill.example', owner)
  await allow(rex, 'https://*.mill.example', rival)
  const ticket = await ticketOf(nora.slug, shop)
  await ofSite('POST', `${nora.slug}/sightings`, shop)
  const shown = siteAnswerSchema.parse(await (await ofSite('GET', `${nora.slug}/site`, shop)).json())
  expect(shown.isReportWanted).toBe(false)
  const remove = `${website(nora.id)}/sites?origin=${encodeURIComponent('https://*.mill.example')}`
  expect((await test.server.request('DELETE', remove, undefined, owner)).status).toBe(200)
  expect((await test.server.request('POST', '/api/embed/calls', { ticket })).status).toBe(403)
  expect((await ofSite('GET', `${nora.slug}/site`, shop)).status).toBe(403)
  // Another owner's assistant on the same site is not affected.
  expect((await ofSite('GET', `${rex.slug}/site`, shop)).status).toBe(200)
})

it.each(['paused', 'no longer paid'])('an assistant that is %s is shown on no site', async (state) => {
  const { email, headers, assistant } = await made('Max', MINE)
  const { id, slug } = assistant
  expect((await ofSite('GET', `${slug}/site`, MINE)).status).toBe(200)
  if (state === 'paused') await test.server.request('POST', `/api/own-assistants/${id}/pause`, undefined, headers)
  else await test.givePlan(email, 'small-business-monthly', { status: 'canceled' })
  expect((await ofSite('GET', `${slug}/site`, MINE)).status).toBe(404)
  const page = await test.server.request('GET', `/embed/${slug}`)
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self';")
})

it.each([
  ['http://mill.example', SITE_WORDS.notSecure],
  ['https://*.co.uk', SITE_WORDS.suffix],
  ['https://*.github.io', SITE_WORDS.suffix],
  ['https://*.example', SITE_WORDS.suffix],
])('%s is refused with a message for the owner', async (site, detail) => {
  const response = await allow(nora, site, owner)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ detail })
})

it('the limit of sites holds even if many are added at once', { tags: 'postgres' }, async () => {
  const { headers } = await test.person()
  const assistant = await test.make(headers)
  const answers = await Promise.all(
    Array.from({ length: MAX_SITES + 5 }, (_, index) => allow(assistant, `https://s${index}.example`, headers)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_SITES)
  expect(await test.server.db.$count(assistantSites, eq(assistantSites.assistantId, assistant.id))).toBe(MAX_SITES)
  // Adding a site that is already allowed succeeds and changes nothing.
  const [first] = await test.server.db.select().from(assistantSites).where(eq(assistantSites.assistantId, assistant.id))
  expect((await allow(assistant, first?.origin ?? '', headers)).status).toBe(200)
})
