import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MAX_SOURCES } from '#contract/knowledge-source-limits.ts'
import { listSourcesResponseSchema, type KnowledgeSource } from '#contract/knowledge-sources.ts'
import { KNOWLEDGE_MAX_PAIRS } from '#contract/own-assistant-limits.ts'
import { ownAssistantDetailSchema, type OwnAssistant } from '#contract/own-assistant.ts'
import { knowledgeProposals, knowledgeSources } from '../../infra/db/schema/own-assistants.ts'
import { createPublicFetch } from '../../infra/http/public-fetch.ts'
import { createStudioTest, type Headers } from '../assistants/own/studio-testing.ts'
import { pdfOf } from './reading/pdf-testing.ts'
import { READING_PROBLEMS } from './reading/reading-error.ts'
import { storedZip } from './reading/zip-testing.ts'

// Pages and files become proposals, and proposals become knowledge. infra/http/public-fetch.test.ts tests that private
// addresses are refused; this file tests that knowledge is fetched through that guard.

const FAQ =
  '<title>Help</title><h2>Do you deliver?</h2><p>Every day until noon.</p><h2>Is it loud?</h2><p>Only on Sundays.</p>'
let pages: Record<string, RequestListener> = {}
let test: Awaited<ReturnType<typeof createStudioTest>>
let site: Server
let origin: string
let owner: Headers
let nora: OwnAssistant

beforeAll(async () => {
  // Fetches as in production, except that this test's own server can be reached by its name.
  const guarded = createPublicFetch({ allowLoopback: false })
  const local = createPublicFetch({ allowLoopback: true })
  test = await createStudioTest(
    {},
    { fetchKnowledge: (request) => (request.url.startsWith(origin) ? local : guarded)(request) },
  )
  site = createServer((request, response) => {
    const page = pages[request.url ?? '']
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  owner = (await test.person()).headers
})
afterAll(async () => {
  site.close().closeAllConnections()
  await test.server.close()
})
beforeEach(async () => {
  nora = await test.make(owner)
  pages = { '/faq': html(FAQ) }
})

const html =
  (body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end(body)
const at = (path = '') => `/api/own-assistants/${nora.id}/sources${path}`
const post = (path: string, body?: unknown) => test.server.request('POST', at(path), body, owner)

async function list(): Promise<KnowledgeSource[]> {
  await test.server.knowledge.settled()
  const answer = await test.server.request('GET', at(), undefined, owner)
  return listSourcesResponseSchema.parse(await answer.json()).sources
}
async function readPage(url: string): Promise<KnowledgeSource | undefined> {
  expect((await post('', { url })).status).toBe(202)
  return (await list())[0]
}
const upload = (name: string, bytes: Uint8Array) =>
  test.server.app.request(`${at('/files')}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...owner, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
async function readFile(name: string, bytes: Uint8Array): Promise<KnowledgeSource | undefined> {
  expect((await upload(name, bytes)).status).toBe(202)
  return (await list())[0]
}
async function pairs() {
  const answer = await test.server.request('GET', `/api/own-assistants/${nora.id}`, undefined, owner)
  return ownAssistantDetailSchema.parse(await answer.json()).editing.knowledge.pairs
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const docxOf = (body: string) =>
  storedZip(
    new Map([
      ['word/document.xml', Buffer.from(`<w:document ${WORD}><w:body>${body}</w:body></w:document>`)],
      ['word/_rels/document.xml.rels', Buffer.from('<Relationships/>')],
    ]),
  )
/** An archive with an entry that inflates to 40 MB but declares a small size. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(40 * 1024 * 1024))
  const bytes = storedZip(new Map([['word/document.xml', packed]]))
  const directory = bytes.readUInt32LE(bytes.length - 6)
  bytes.writeUInt16LE(8, 8)
  bytes.writeUInt16LE(8, directory + 10)
  return bytes
}

describe('a page', () => {
  it('proposes answers that the owner can accept, edit or dismiss', async () => {
    const source = await readPage(`${origin}/faq`)
    expect(source).toMatchObject({ status: 'read', title: 'Help', problem: null, accepted: 0 })
    const [deliver, loud] = source?.proposals ?? []
    expect(deliver).toMatchObject({
      question: 'Do you deliver?',
      answer: 'Every day until noon.',
      replaces: 'On weekdays.',
    })
    expect(loud).toMatchObject({ question: 'Is it loud?', replaces: null })
    const edits = { [deliver?.id ?? '']: { question: 'Do you deliver?', answer: 'Daily.' } }
    expect((await post(`/${source?.id}/proposals/accept`, { ids: [deliver?.id], edits })).status).toBe(200)
    expect((await post(`/${source?.id}/proposals/dismiss`, { ids: 'all' })).status).toBe(200)
    // Those that were dismissed are not accepted together with others later.
    expect((await post(`/${source?.id}/proposals/accept`, { ids: 'all' })).status).toBe(200)
    expect((await list())[0]).toMatchObject({ accepted: 1, proposals: [] })
    const from = { title: 'Help', url: `${origin}/faq` }
    expect(await pairs()).toEqual([{ question: 'Do you deliver?', answer: 'Daily.', source: from }])
    await post(`/${source?.id}/read-again`)
    const [again] = await list()
    expect(again?.proposals.map(({ question }) => question)).not.toContain('Is it loud?')
  })

  it('read again proposes new and changed answers, but none that were decided on', async () => {
    const source = await readPage(`${origin}/faq`)
    await post(`/${source?.id}/proposals/accept`, { ids: 'all' })
    pages['/faq'] = html(
      FAQ.replace('Only on Sundays', 'Not any more') + '<h2>Is it warm?</h2><p>Near the oven it is.</p>',
    )
    expect((await post(`/${source?.id}/read-again`)).status).toBe(202)
    const [again] = await list()
    expect(again?.proposals).toMatchObject([
      { question: 'Is it loud?', answer: 'Not any more.', replaces: 'Only on Sundays.' },
      { question: 'Is it warm?', replaces: null },
    ])
  })

  it('proposes nothing that the assistant answers so already', async () => {
    pages['/faq'] = html(FAQ.replace('Every day until noon.', 'On weekdays.'))
    const source = await readPage(`${origin}/faq`)
    expect(source?.proposals.map(({ question }) => question)).toEqual(['Is it loud?'])
  })

  it('read again deletes dismissed proposals that it no longer contains', async () => {
    let id = ''
    for (let day = 1; day <= 3; day += 1) {
      pages['/faq'] = html(`<h2>Is it open on day ${day}?</h2><p>It is open from nine to five.</p>`)
      id = (await readPage(`${origin}/faq`))?.id ?? ''
      await post(`/${id}/proposals/dismiss`, { ids: 'all' })
    }
    expect(await test.server.database.db.$count(knowledgeProposals, eq(knowledgeProposals.sourceId, id))).toBe(1)
  })

  it('reports accepted answers that it no longer contains, which the owner removes or keeps', async () => {
    pages['/faq'] = html(`${FAQ}<h2>Is it warm?</h2><p>Near the oven it is.</p>`)
    const { id = '' } = (await readPage(`${origin}/faq`)) ?? {}
    await post(`/${id}/proposals/accept`, { ids: 'all' })
    expect((await list())[0]?.gone).toEqual([])
    pages['/faq'] = html('<title>Help</title><h2>Do you deliver?</h2><p>Not any more.</p>')
    await post(`/${id}/read-again`)
    const gone = (await list())[0]?.gone ?? []
    expect(gone.map(({ question }) => question)).toEqual(['Is it loud?', 'Is it warm?'])
    // Dismissing all proposals decides nothing about accepted answers.
    await post(`/${id}/proposals/dismiss`, { ids: 'all' })
    expect((await list())[0]).toMatchObject({ proposals: [], gone })
    const [loud, warm] = gone.map((answer) => answer.id)
    expect((await post(`/${id}/proposals/withdraw`, { ids: [loud] })).status).toBe(200)
    expect((await post(`/${id}/proposals/dismiss`, { ids: [warm] })).status).toBe(200)
    expect((await list())[0]?.gone).toEqual([])
    expect((await pairs()).map(({ question }) => question)).toEqual(['Do you deliver?', 'Is it warm?'])
  })

  it('does not report an accepted answer that it now gives to another question', async () => {
    const { id = '' } = (await readPage(`${origin}/faq`)) ?? {}
    await post(`/${id}/proposals/accept`, { ids: 'all' })
    pages['/faq'] = html(FAQ.replace('Is it loud?', 'Do you make noise?'))
    await post(`/${id}/read-again`)
    expect((await list())[0]).toMatchObject({ accepted: 2, gone: [] })
  })

  it('adds no answers, not even some, if an assistant can’t hold all of them', async () => {
    const full = Array.from({ length: KNOWLEDGE_MAX_PAIRS - 1 }, (_, n) => ({ question: `Why ${n}?`, answer: 'Oh.' }))
    nora = await test.make(owner, { knowledge: { pairs: full, notes: '' } })
    const { id = '', proposals = [] } = (await readPage(`${origin}/faq`)) ?? {}
    expect((await post(`/${id}/proposals/accept`, { ids: 'all' })).status).toBe(400)
    expect(await pairs()).toHaveLength(KNOWLEDGE_MAX_PAIRS - 1)
    expect((await post(`/${id}/proposals/accept`, { ids: [proposals[0]?.id] })).status).toBe(200)
  })

  it('cannot withdraw an answer that another page has replaced since', async () => {
    const { id = '' } = (await readPage(`${origin}/faq`)) ?? {}
    await post(`/${id}/proposals/accept`, { ids: 'all' })
    pages['/faq'] = html('<title>Help</title><h2>Do you deliver?</h2><p>Not any more.</p>')
    await post(`/${id}/read-again`)
    const [loud] = (await list())[0]?.gone ?? []
    // Worded differently, it is the same question.
    pages['/news'] = html('<h2>Is it “loud”?</h2><p>Never, and least on Mondays.</p>')
    const news = await readPage(`${origin}/news`)
    await post(`/${news?.id}/proposals/accept`, { ids: 'all' })
    expect((await list()).map(({ gone }) => gone)).toEqual([[], []])
    await post(`/${id}/proposals/withdraw`, { ids: [loud?.id] })
    const answers = (await pairs()).filter(({ question }) => question.includes('loud'))
    expect(answers).toMatchObject([{ question: 'Is it loud?', answer: 'Never, and least on Mondays.' }])
  })

  it('can be added again while it is read, and after an interrupted reading', async () => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    pages['/slow'] = (request, response) => void asked.then(() => html(FAQ)(request, response))
    const begin = async () => (await post('', { url: `${origin}/slow` })).status
    const answers: number[] = []
    for (let turn = 0; turn < 7; turn += 1) answers.push(await begin())
    expect(new Set(answers)).toEqual(new Set([202]))
    answer()
    const [source] = await list()
    const began = async (minutesAgo: number) => {
      const readAt = new Date(Date.now() - minutesAgo * 60_000)
      const isIt = eq(knowledgeSources.id, source?.id ?? '')
      await test.server.db.update(knowledgeSources).set({ status: 'reading', readAt }).where(isIt)
      return (await list())[0]?.status
    }
    // A long document may take a minute and a half.
    expect([await began(2), await began(4)]).toEqual(['reading', 'failed'])
    expect((await readPage(`${origin}/slow`))?.status).toBe('read')
    await test.server.db.update(knowledgeSources).set({ readAt: new Date(Date.now() - 4 * 60_000) })
    expect((await list())[0]?.status, 'one that was read some time ago').toBe('read')
  })

  it('waits while five others of the same owner are being read', async () => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    const statuses: number[] = []
    for (let number = 1; number <= 6; number += 1) {
      pages[`/slow-${number}`] = (request, response) => void asked.then(() => html(FAQ)(request, response))
      statuses.push((await post('', { url: `${origin}/slow-${number}` })).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    answer()
    expect(await list()).toHaveLength(5)
    expect((await readPage(`${origin}/slow-6`))?.status).toBe('read')
  })

  it('is one source even if it is added twice, and the number of sources is limited', async () => {
    await readPage(`${origin}/faq`)
    await readPage(`${origin}/faq`)
    expect(await list()).toHaveLength(1)
    for (let page = 1; page < MAX_SOURCES; page += 1) await readPage(`${origin}/${page}`)
    expect((await post('', { url: `${origin}/more` })).status).toBe(400)
    const [{ id } = { id: '' }] = await list()
    expect((await test.server.request('DELETE', at(`/${id}`), undefined, owner)).status).toBe(200)
    expect(await list()).toHaveLength(MAX_SOURCES - 1)
  })

  it.each<[string, RequestListener | string, string]>([
    ['private', 'http://10.0.0.7/', 'not open to the public internet'],
    ['this machine', 'http://127.0.0.1:1/', 'not open to the public internet'],
    ['missing', (_, response) => response.writeHead(404).end(), READING_PROBLEMS['not-found']],
    ['out of order', (_, response) => response.writeHead(500).end(), READING_PROBLEMS['server-failed']],
    ['behind a login', (_, response) => response.writeHead(403).end(), READING_PROBLEMS.closed],
    [
      'a redirect to a private address',
      (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
      'not open to the public internet',
    ],
    [
      'not text',
      (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('\x89PNG\0\0'),
      READING_PROBLEMS['not-text'],
    ],
    ['larger than 2 MB', html('x'.repeat(2 * 1024 * 1024 + 1)), 'too large'],
    ['drawn by script', html('<div id="root"></div><script src="app.js"></script>'), READING_PROBLEMS.empty],
  ])('that is %s is reported as such', async (_, page, words) => {
    if (typeof page !== 'string') pages['/page'] = page
    const source = await readPage(typeof page === 'string' ? page : `${origin}/page`)
    expect(source?.status).toBe('failed')
    expect(source?.problem).toContain(words)
  })
})

describe('a file', () => {
  const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Bread</w:t></w:r></w:p>'
  it.each<[string, Uint8Array, object]>([
    [
      'notes.txt',
      Buffer.from('Is there parking?\nBehind the house.'),
      { kind: 'text', proposals: [{ question: 'Is there parking?' }] },
    ],
    [
      'from-an-older-program.txt',
      Buffer.from('Is there caf\u00e9 au lait?\nAt the caf\u00e9 next door.', 'latin1'),
      { kind: 'text', proposals: [{ question: 'Is there café au lait?', answer: 'At the café next door.' }] },
    ],
    [
      'menu.docx',
      docxOf(`${heading}<w:p><w:r><w:t>Baked at four in the morning.</w:t></w:r></w:p>`),
      { kind: 'docx', proposals: [{ answer: 'Baked at four in the morning.' }] },
    ],
    [
      'menu.pdf',
      pdfOf('Bread is baked at four in the morning.'),
      { kind: 'pdf', proposals: [{ answer: 'Bread is baked at four in the morning.' }] },
    ],
    [
      'claims-a-billion-pages.pdf',
      pdfOf('Bread is baked at four in the morning.', { pageCount: 1_000_000_000 }),
      { kind: 'pdf', proposals: [{ answer: 'Bread is baked at four in the morning.' }] },
    ],
  ])('%s is read, and its name is stored as the source of its answers', async (name, bytes, expected) => {
    const source = await readFile(name, bytes)
    expect(source).toMatchObject({ status: 'read', title: name, url: null, ...expected })
    await post(`/${source?.id}/proposals/accept`, { ids: 'all' })
    expect((await pairs()).at(-1)?.source).toEqual({ title: name, url: null })
    expect((await post(`/${source?.id}/read-again`)).status).toBe(400)
  })

  it('replaces an earlier one of the same name', async () => {
    await readFile('notes.txt', Buffer.from('Is there parking?\nBehind the house.'))
    await readFile('notes.txt', Buffer.from('Is there parking?\nIn front of the house.'))
    expect(await list()).toMatchObject([{ proposals: [{ answer: 'In front of the house.' }] }])
  })

  it.each<[string, Uint8Array, string]>([
    ['a decompression bomb', bomb(), READING_PROBLEMS['too-large']],
    ['a broken archive', Buffer.from('PK\x03\x04 and no more'), READING_PROBLEMS.broken],
    ['another archive', storedZip(new Map([['a.xml', Buffer.from('<a/>')]])), READING_PROBLEMS['not-text']],
    ['a broken PDF', Buffer.from('%PDF-1.4\nnothing'), READING_PROBLEMS.broken],
    ['a PDF of pictures', pdfOf(''), READING_PROBLEMS.scanned],
    ['a PDF with a password', pdfOf('Secret.', { isLocked: true }), READING_PROBLEMS.locked],
    ['two words.txt', Buffer.from('Hello there'), READING_PROBLEMS['no-answers']],
    ['a Word file nested without end', docxOf('<w:tbl><w:tr><w:tc>'.repeat(20_000)), READING_PROBLEMS.broken],
  ])('%s is refused with a reason', async (name, bytes, problem) => {
    expect(await readFile(name, bytes)).toMatchObject({ status: 'failed', problem })
  })

  it('of another kind, or too large, is refused before it is stored', async () => {
    expect((await upload('a.png', Buffer.from('\x89PNG\0\0'))).status).toBe(400)
    expect((await upload('a.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
    expect(await list()).toEqual([])
  })

  it.each([
    ['menu.pdf', Buffer.from('Bread is baked at four in the morning.')],
    ['menu.docx', pdfOf('Bread is baked at four in the morning.')],
  ])('named %s with other contents is refused with a reason', async (name, bytes) => {
    const refused = await upload(name, bytes)
    expect([refused.status, await refused.json()]).toMatchObject([400, { detail: READING_PROBLEMS.misnamed }])
  })
})

it('a large page is parsed in a process of its own', async () => {
  // A page of 2 MB that consists of a single answer.
  pages['/faq'] = html(`<details><summary>What is it?</summary>${'Bread and more. '.repeat(120_000)}</details>`)
  const began = process.threadCpuUsage()
  const source = await readPage(`${origin}/faq`)
  const { user, system } = process.threadCpuUsage(began)
  expect(source?.proposals[0]).toMatchObject({ question: 'What is it?' })
  expect((user + system) / 1_000).toBeLessThan(300)
})

it('a server reads no page of its own machine', async () => {
  const { server, person, make } = await createStudioTest()
  onTestFinished(() => server.close())
  const { headers } = await person()
  const sources = `/api/own-assistants/${(await make(headers)).id}/sources`
  await server.request('POST', sources, { url: `${origin}/faq` }, headers)
  await server.knowledge.settled()
  const answer = await server.request('GET', sources, undefined, headers)
  const [source] = listSourcesResponseSchema.parse(await answer.json()).sources
  expect(source).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('not open to the public') as string,
  })
})
