import { SOURCE_FILE_MAX_BYTES } from '#contract/knowledge-source-limits.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openSite } from '../../../routes/site-testing.tsx'
import { keptAssistant, NORA, refusal } from '../../../routes/workshop-testing.ts'

// Pages and files as sources of answers. How proposed answers are reviewed is tested in
// routes/assistant-workshop.browser.test.tsx.

const SOURCES = `/api/own-assistants/${NORA.id}/sources`
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('pages and files are added, read again, accepted or dismissed as a whole, and removed', async () => {
  const requests: string[] = []
  const found = ['When are you open?', 'Do you deliver?'].map((question, at) => ({
    id: `p${at}`,
    question,
    answer: 'Yes.',
    replaces: null,
  }))
  const source = (url: string | null, title: string, proposals: object[] = []) => ({
    id: 'src_1',
    kind: url === null ? 'file' : 'web',
    url,
    title,
    status: 'read',
    problem: null,
    readAt: '2026-07-01T00:00:00.000Z',
    accepted: 0,
    proposals,
    gone: [],
  })
  let sources: object[] = []
  let isRefused = true
  /** Records the request, and answers with the sources as they are then. */
  const then = (next: object[]) => async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    requests.push([request.method, pathname.replace(SOURCES, '') + search, await request.text()].join(' ').trim())
    sources = next
    return Response.json({ sources })
  }
  const help = 'https://mill.example/help'
  const page1 = source(help, 'Help', found)
  const { answers } = keptAssistant({
    [`GET ${SOURCES}`]: () => Response.json({ sources }),
    [`POST ${SOURCES}`]: (request) => (isRefused ? refusal(400, 'bad-request') : then([page1])(request)),
    [`POST ${SOURCES}/files`]: then([source(null, 'prices.txt', found)]),
    [`POST ${SOURCES}/src_1/proposals/accept`]: then([source(help, 'Help')]),
    [`POST ${SOURCES}/src_1/read-again`]: then([page1]),
    [`POST ${SOURCES}/src_1/proposals/dismiss`]: then([source(null, 'prices.txt')]),
    [`DELETE ${SOURCES}/src_1`]: then([]),
  })
  await openSite(`/assistants/${NORA.id}/knowledge`, { isSignedIn: true, answers })

  const address = page.getByRole('textbox', { name: 'Address of a page' })
  await button('Read page').click()
  await expect.element(address).toHaveAccessibleDescription('Enter the address of a page.')
  await expect.element(address).toHaveFocus()
  await address.fill(` ${help} `)
  await button('Read page').click()
  await expect.element(page.getByText('That page was not added')).toBeVisible()
  await expect.element(address).toHaveValue(` ${help} `)
  isRefused = false
  await button('Read page').click()
  await expect.element(page.getByText('2 answers to review.')).toBeVisible()
  await expect.element(address).toHaveValue('')
  await button('Accept all 2').click()
  await expect.element(page.getByText('Nothing new to review.')).toBeVisible()
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
  await button('Dismiss all').click()
  await expect.element(page.getByText('Nothing new to review.')).toBeVisible()
  await button('Remove prices.txt').click()
  await expect.element(page.getByText('Nothing new to review.')).not.toBeInTheDocument()
  expect(requests).toEqual([
    `POST  {"url":"${help}"}`,
    'POST /src_1/proposals/accept {"ids":"all","edits":{}}',
    'POST /src_1/read-again',
    'POST /files?name=prices.txt Bread 4',
    'POST /src_1/proposals/dismiss {"ids":"all"}',
    'DELETE /src_1',
  ])
})
