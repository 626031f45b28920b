import { SOURCE_FILE_MAX_BYTES } from '#contract/knowledge-source-limits.ts'
import type { KnowledgeSource } from '#contract/knowledge-sources.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from '../../../lib/answers-testing.ts'
import { openSite, refusal } from '../../../routes/site-testing.tsx'
import { keptAssistant, NORA, NORA_API } from '../../../routes/workshop-testing.ts'
import { button, violations } from '../../../ui/show-testing.tsx'

// Pages and files as sources of answers. How they are read and stored is tested in server/src/features/assistants.

const SOURCES = `${NORA_API}/sources`
const HELP = 'https://mill.example/help'
const box = (name: string) => page.getByRole('textbox', { name, exact: true })

const source = (more: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  id: 'src_1',
  kind: 'web',
  url: HELP,
  title: 'Help',
  status: 'read',
  problem: null,
  readAt: '2026-07-01T00:00:00.000Z',
  accepted: 0,
  proposals: [],
  gone: [],
  ...more,
})
const proposal = (id: string, question: string, replaces: string | null = null) => ({
  id,
  question,
  answer: 'At six.',
  replaces,
})
const FOUND = [proposal('a', 'When are you open?', 'At seven.'), proposal('b', 'When do you close?')]
const LOST = { id: 'c', question: 'Is it loud?', answer: 'Only on Sundays.' }

/** Opens the tab on a fake server that has these sources. `then` records a request, and changes the sources by it. */
async function openSources(first: KnowledgeSource[], more: (then: Then) => Answers = () => ({})) {
  let sources = first
  const requests: string[] = []
  const then: Then = (next) => async (request) => {
    const { pathname, search } = new URL(request.url)
    requests.push([request.method, pathname.replace(SOURCES, '') + search, await request.text()].join(' ').trim())
    sources = next
    return Response.json({ sources })
  }
  const server = keptAssistant({ [`GET ${SOURCES}`]: () => Response.json({ sources }), ...more(then) })
  await openSite(`/assistants/${NORA.id}/knowledge`, { isSignedIn: true, answers: server.answers })
  return { ...server, requests, hasNow: (next: KnowledgeSource[]) => void (sources = next) }
}
type Then = (next: KnowledgeSource[]) => (request: Request) => Promise<Response>

test('pages and files are added, read again, accepted or dismissed as a whole, and removed', async () => {
  let isRefused = true
  const page1 = source({ proposals: FOUND })
  const file = source({ kind: 'text', url: null, title: 'prices.txt' })
  const { requests } = await openSources([], (then) => ({
    [`POST ${SOURCES}`]: (request) => (isRefused ? refusal(400, 'bad-request') : then([page1])(request)),
    [`POST ${SOURCES}/files`]: then([{ ...file, proposals: FOUND }]),
    [`POST ${SOURCES}/src_1/proposals/accept`]: then([source({ accepted: 2 })]),
    [`POST ${SOURCES}/src_1/read-again`]: then([page1]),
    [`POST ${SOURCES}/src_1/proposals/dismiss`]: then([file]),
    [`DELETE ${SOURCES}/src_1`]: then([]),
  }))

  const address = box('Address of a page')
  await button('Read page').click()
  await expect.element(address).toHaveAccessibleDescription('Enter the address of a page.')
  await expect.element(address).toHaveFocus()
  await address.fill(` ${HELP} `)
  await expect.element(address).not.toHaveAccessibleDescription()
  await button('Read page').click()
  await expect.element(page.getByText('That page was not added')).toBeVisible()
  await expect.element(address).toHaveValue(` ${HELP} `)
  isRefused = false
  await button('Read page').click()
  await expect.element(page.getByText('2 answers to review.')).toBeVisible()
  await expect.element(address).toHaveValue('')
  await button('Accept all 2').click()
  await expect.element(page.getByText('Nothing new to review. 2 accepted.')).toBeVisible()
  await button('Read Help again').click()
  await expect.element(page.getByText('2 answers to review.')).toBeVisible()

  // Chosen by a script, since the test runner takes seconds to hand over a large file.
  const chosen = new DataTransfer()
  chosen.items.add(new File([new Uint8Array(SOURCE_FILE_MAX_BYTES + 1)], 'film.txt'))
  chosen.items.add(new File(['Bread 4'], 'prices.txt'))
  const picker = page.getByLabelText('Files to read').element() as HTMLInputElement
  picker.files = chosen.files
  picker.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText('film.txt is too large')).toBeVisible()
  await expect.element(page.getByText(/^Files are not kept, only their text/)).toBeVisible()
  await expect.element(button('Read prices.txt again')).not.toBeInTheDocument()
  // Otherwise the browser would not report it when the same file is chosen again.
  expect(picker.files).toHaveLength(0)
  await button('Dismiss all').click()
  await expect.element(page.getByText('Nothing new to review.')).toBeVisible()
  await button('Remove prices.txt').click()
  await expect.element(page.getByText('Nothing new to review.')).not.toBeInTheDocument()
  expect(requests).toEqual([
    `POST  {"url":"${HELP}"}`,
    'POST /src_1/proposals/accept {"ids":"all","edits":{}}',
    'POST /src_1/read-again',
    'POST /files?name=prices.txt Bread 4',
    'POST /src_1/proposals/dismiss {"ids":"all"}',
    'DELETE /src_1',
  ])
})

test('a file that cannot be read is named, and the others are added until the server is away', async () => {
  const file = (title: string) => source({ id: `src_${title}`, kind: 'text', url: null, title })
  await openSources([], (then) => ({
    [`POST ${SOURCES}/files`]: (request) => {
      const name = new URL(request.url).searchParams.get('name')
      if (name === 'bad.pdf') return refusal(400, 'bad-request')
      return name === 'late.txt' ? refusal(503, 'unavailable') : then([file('prices.txt')])(request)
    },
  }))
  await expect.element(page.getByText(/^No sources yet/)).toBeVisible()
  const chosen = new DataTransfer()
  for (const name of ['bad.pdf', 'prices.txt', 'late.txt']) chosen.items.add(new File(['Bread 4'], name))
  const picker = page.getByLabelText('Files to read').element() as HTMLInputElement
  picker.files = chosen.files
  picker.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText('bad.pdf was not added')).toBeVisible()
  await expect.element(page.getByText('Not every file was added')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'prices.txt' })).toBeVisible()
})

test('proposed answers are edited, accepted or dismissed, and those no longer on the page removed or kept', async () => {
  const gone = [LOST, { id: 'd', question: 'Is there parking?', answer: 'Behind the mill.' }]
  const more = [proposal('e', 'Is it far?'), proposal('f', 'Is it dear?')]
  const { requests } = await openSources([source({ proposals: [...FOUND, ...more], gone })], (then) => ({
    [`POST ${SOURCES}/src_1/proposals/accept`]: then([source({ proposals: FOUND.slice(1), gone, accepted: 1 })]),
    [`POST ${SOURCES}/src_1/proposals/dismiss`]: (request) =>
      then([source(requests.length === 1 ? { gone } : { gone: [] })])(request),
    [`POST ${SOURCES}/src_1/proposals/withdraw`]: then([source({ gone: gone.slice(1) })]),
  }))
  await expect.element(page.getByText('Your answer now: At seven.')).toBeVisible()
  await expect.element(page.getByText('Is it dear?')).not.toBeInTheDocument()
  await button('Show 1 more').click()
  await expect.element(page.getByText('Is it dear?')).toBeVisible()
  expect(await violations()).toEqual([])

  const accept = button('Accept: When are you open?')
  await button('Edit: When are you open?').click()
  await box('Answer').fill(' ')
  await expect.element(accept).toHaveAttribute('aria-disabled', 'true')
  await accept.click({ force: true })
  await box('Answer').fill('At half past six.')
  await accept.click()
  await expect.element(page.getByText('1 answer to review. 1 accepted.')).toBeVisible()
  await button('Dismiss: When do you close?').dblClick()
  await expect.element(page.getByText('Nothing new to review.')).toBeVisible()
  await button('Remove: Is it loud?').click()
  await expect.element(page.getByText('Is it loud?')).not.toBeInTheDocument()
  await button('Keep: Is there parking?').click()
  await expect.element(page.getByText('No longer on the page')).not.toBeInTheDocument()
  expect(requests).toEqual([
    'POST /src_1/proposals/accept {"ids":["a"],"edits":{"a":{"question":"When are you open?","answer":"At half past six."}}}',
    'POST /src_1/proposals/dismiss {"ids":["b"]}',
    'POST /src_1/proposals/withdraw {"ids":["c"]}',
    'POST /src_1/proposals/dismiss {"ids":["d"]}',
  ])
})

test('a proposal is accepted only once unsaved changes are saved, and then joins the answers', async () => {
  const pairs = [...NORA.knowledge.pairs, { question: 'When do you close?', answer: 'At six.' }]
  let isSavable = false
  const server = await openSources([source({ proposals: FOUND.slice(1) })], (then) => ({
    [`POST ${SOURCES}/src_1/proposals/accept`]: (request) => {
      server.change({ editing: server.editing({ knowledge: { pairs, notes: '' } }) })
      return then([source({ accepted: 1 })])(request)
    },
    [`PUT ${NORA_API}/draft`]: () => (isSavable ? server.change({ hasDraft: true }) : refusal(503, 'unavailable')),
  }))
  await box('Answer 1').fill('At eight.')
  await button('Accept: When do you close?').click()
  await expect.element(page.getByText('The answers were not added')).toBeVisible()
  expect(server.requests).toEqual([])
  isSavable = true
  await button('Accept: When do you close?').click()
  await expect.element(box('Answer 2')).toHaveValue('At six.')
  expect(server.requests).toHaveLength(1)
})

test('what is typed while a proposal is accepted stays beside the new answer, and is saved without a conflict', async () => {
  const pairs = [...NORA.knowledge.pairs, { question: 'When do you close?', answer: 'At six.' }]
  const accepted = Promise.withResolvers<void>()
  const server = await openSources([source({ proposals: FOUND.slice(1) })], (then) => ({
    [`POST ${SOURCES}/src_1/proposals/accept`]: async (request) => {
      server.change({ editing: server.editing({ knowledge: { pairs, notes: '' } }) })
      await accepted.promise
      return then([source({ accepted: 1 })])(request)
    },
  }))
  await button('Accept: When do you close?').click()
  await expect.poll(() => server.kept.now.version).toBe(NORA.version + 1)
  await box('Answer 1').fill('At eight')
  accepted.resolve()
  await expect.element(box('Answer 2')).toHaveValue('At six.')
  await expect.element(box('Answer 1')).toHaveFocus()
  await userEvent.keyboard('.')
  await expect
    .poll(() => server.kept.now.editing.knowledge.pairs.map(({ answer }) => answer))
    .toEqual(['At eight.', 'At six.'])
  await expect.element(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
})

test('a page being read is asked about every second until it is read or has failed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { hasNow } = await openSources([source({ status: 'reading' })])
  await expect.element(page.getByText('Being read. This takes some seconds.')).toBeVisible()
  await expect.element(button('Read Help again')).not.toBeInTheDocument()
  hasNow([source({ status: 'failed', problem: 'The page was not found.' })])
  vi.advanceTimersByTime(1_000)
  await expect.element(page.getByRole('alert').getByText('The page was not found.')).toBeVisible()
  await expect.element(button('Read Help again')).toBeVisible()
})
