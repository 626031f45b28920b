import type { HelpOffer } from '#contract/realtime.ts'
import type { CallEngines } from '#contract/vapi.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readStored, writeStored } from '../../../lib/local-store.ts'
import { answerWith } from '../../../lib/answers-testing.ts'
import { expectAccessible, show, violations } from '../../../ui/show-testing.tsx'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { FakeRecognition } from '../speech/fake-recognition.fixture.ts'
import { VoicePanel } from './voice-panel.tsx'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'
const NORA = { id: 'culinary', name: 'Nora', image: '' }
const MENU = { title: 'Menu', text: 'Bread and cakes', url: 'https://example.com/menu', imageUrl: 'data:,' }

const question = page.getByRole('group', { name: 'How shall Nora hear you?' })
const own = question.getByRole('radio', { name: 'In your own words' })
const site = question.getByRole('radio', { name: 'By Nora alone' })
const settings = page.getByText('How you are heard')
const talk = page.getByRole('button', { name: 'Talk with Nora' })

beforeEach(() => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(CHROME)
  FakeRecognition.made = []
  writeStored('ears', null)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    writeStored('ears', null)
  })
})

/** Renders the panel before a call. */
function openPanel({ hearsFreeSpeech = false } = {}) {
  const engines: CallEngines = { preferred: 'builtin', vapi: null, hearsFreeSpeech, didAgent: null }
  answerWith({})
  const scripted = createScriptedCall()
  onTestFinished(() => scripted.call.end())
  show(
    <main className="p-5">
      <h1>Voxhall</h1>
      <h2>Talk with Nora</h2>
      <VoicePanel assistant={NORA} call={scripted.call} engines={engines} />
    </main>,
  )
  return scripted
}

async function openCall(options?: { hearsFreeSpeech?: boolean }) {
  const opened = openPanel(options)
  await talk.click()
  opened.report({ type: 'joined' })
  await expect.element(page.getByRole('button', { name: 'End Call' })).toBeVisible()
  return opened
}

describe('the choice between the browser’s recogniser and the server', () => {
  test('is offered before the first call, says where the sound goes, and is remembered', async () => {
    const { report, sent, isHeardByServer } = openPanel()
    await expect.element(question).toBeVisible()
    await expect.element(own).toHaveAccessibleDescription(/Chrome sends the sound to Google/)
    await expect.element(own).not.toBeChecked()
    await expect.element(site).not.toBeChecked()
    expect(await violations()).toEqual([])

    await own.click()
    expect(readStored('ears')).toBe('browser')
    await talk.click()
    report({ type: 'joined' })
    await expect.poll(() => FakeRecognition.listening).toBeDefined()
    await expect.poll(isHeardByServer).toBe(false)
    FakeRecognition.listening?.hears('may I freeze bread', true)
    expect(sent).toEqual(['may I freeze bread'])
    report({ type: 'ended', reason: 'person-ended' })
    await expect.element(talk).toBeVisible()
    await expect.element(question, { message: 'it was answered' }).not.toBeInTheDocument()
  })

  test('can be made with the keyboard', async () => {
    openPanel()
    await expect.element(question).toBeVisible()
    page.getByRole('log').element().focus()
    await userEvent.tab()
    await expect.element(own).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(site).toBeChecked()
    expect(readStored('ears')).toBe('server')
    await userEvent.tab()
    await expect.element(talk).toHaveFocus()
  })

  test('is not covered by the button below it on a short phone', async () => {
    await page.viewport(375, 560)
    openPanel()
    await expect.element(question).toBeVisible()
    const { bottom } = question.element().getBoundingClientRect()
    expect(talk.element().getBoundingClientRect().top).toBeGreaterThan(bottom)
    expect(page.getByRole('log').query(), 'the empty log is hidden to make room for the question').toBeNull()
  })

  test('is optional: without an answer the server listens, and the question is shown again next time', async () => {
    const { isHeardByServer } = await openCall()
    await expect.element(question).not.toBeInTheDocument()
    expect(isHeardByServer()).toBe(true)
    expect(FakeRecognition.listening).toBeUndefined()
    expect(readStored('ears')).toBeNull()
  })

  test('can be changed during a call', async () => {
    writeStored('ears', 'server')
    const { isHeardByServer } = await openCall()
    await expect.element(question).not.toBeInTheDocument()
    await settings.click()
    await expect.element(site).toBeChecked()
    await own.click()
    await expect.poll(() => FakeRecognition.listening).toBeDefined()
    await expect.poll(isHeardByServer).toBe(false)
    expect(readStored('ears')).toBe('browser')
    await page.getByRole('button', { name: 'Mute' }).click()
    await expect.poll(() => FakeRecognition.listening).toBeUndefined()
    await page.getByRole('button', { name: 'Unmute' }).click()
    await expect.poll(() => FakeRecognition.listening).toBeDefined()
    await site.click()
    await expect.poll(() => FakeRecognition.listening).toBeUndefined()
    await expect.poll(isHeardByServer).toBe(true)
  })

  test('falls back to the server when the browser’s recogniser gives up', async () => {
    writeStored('ears', 'browser')
    const { isHeardByServer } = await openCall()
    await expect.poll(() => FakeRecognition.listening).toBeDefined()
    FakeRecognition.listening?.fails('network')
    await expect.element(page.getByRole('alert').getByText(/could not reach its service/)).toBeVisible()
    await expect.poll(isHeardByServer).toBe(true)
    expect(readStored('ears')).toBe('browser')
    await settings.click()
    await own.click()
    await expect.poll(() => FakeRecognition.listening, { message: 'it is tried again on request' }).toBeDefined()
  })

  test('is not offered when the server recognizes free speech, even if the caller chose before', async () => {
    writeStored('ears', 'browser')
    const { isHeardByServer } = await openCall({ hearsFreeSpeech: true })
    await settings.click()
    await expect.element(page.getByRole('switch', { name: 'Hold to talk' })).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    expect(isHeardByServer()).toBe(true)
    expect(FakeRecognition.listening).toBeUndefined()
  })

  test('is not offered in a browser without a recogniser', async () => {
    vi.stubGlobal('SpeechRecognition', undefined)
    vi.stubGlobal('webkitSpeechRecognition', undefined)
    openPanel()
    await settings.click()
    await expect.element(page.getByRole('switch', { name: 'Hold to talk' })).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
  })
})

describe('a caller who was not understood twice in a row', () => {
  const questions = ['How long does bread keep?', 'What is rye bread?', 'How is dough made?']
  const help = (reason: HelpOffer['reason']) => ({ type: 'help', offer: { reason, questions } }) as const

  test.each([
    ['noise', 'It is noisy around you'],
    ['too-quiet', 'You are hard to hear'],
    ['outside-field', 'Nora has no answer to that'],
    [null, 'Your words were not understood'],
  ] as const)('is shown the reason (%s) and questions to ask', async (reason, title) => {
    const { report } = await openCall()
    const regions = page.getByRole('status', { includeHidden: true }).elements()
    report({ type: 'no-words' }, help(reason))
    const offer = page.getByRole('status').filter({ hasText: title })
    await expect.element(offer).toBeVisible()
    expect(regions, 'only a text in a region that was already there is announced').toContain(offer.element())
    expect(offer.getByRole('listitem').elements()).toHaveLength(reason === 'noise' ? 4 : 3)
    await expect.element(page.getByLabelText('Type to Nora')).toBeVisible()
    await expect.element(page.getByText('We hear sound, but no words')).not.toBeInTheDocument()
  })

  test('can press a question to send it like typed text, until a turn is understood', async () => {
    const { report, sent } = await openCall()
    report(help('outside-field'))
    await page.getByRole('button', { name: 'What is rye bread?' }).click()
    expect(sent).toEqual(['What is rye bread?'])
    await expect.element(page.getByRole('log').getByText('You: What is rye bread?')).toBeVisible()
    report({ type: 'help', offer: null })
    await expect.element(page.getByRole('button', { name: 'What is rye bread?' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('log')).toHaveFocus()
  })

  test('finds an accessible panel', async () => {
    const { report } = await openCall()
    report(help('noise'))
    await expect.element(page.getByRole('button', { name: 'Hold to talk' })).toBeVisible()
    await expectAccessible()
  })

  test('sees long questions completely above the controls on a phone', async () => {
    await page.viewport(390, 844)
    const { report } = await openCall()
    const long = questions.map((words) => `${words} And how is it with all the other kinds of bread in the shop today?`)
    report({ type: 'help', offer: { reason: 'noise', questions: long } })
    const last = page.getByRole('button', { name: long[2] ?? '' })
    await expect.element(last).toBeVisible()
    const { left, bottom } = last.element().getBoundingClientRect()
    expect(last.element().contains(document.elementFromPoint(left + 40, bottom - 4))).toBe(true)
  })

  test('can switch to holding a button while speaking when it is noisy', async () => {
    const { call, report } = await openCall()
    report(help('noise'))
    await page.getByRole('button', { name: 'Hold to talk' }).click()
    expect(call.state().pushToTalk).toBe(true)
  })
})

describe('an action in the call', () => {
  const field = (
    id: string,
    label: string,
    kind: 'name' | 'email' | 'text' | 'choice',
    value = '',
    problem: string | null = null,
  ) => ({ id, label, kind, isRequired: kind !== 'text', choices: [], value, problem })
  const form = (name = '', problem: string | null = null) => ({
    type: 'form' as const,
    form: {
      id: 'form_1',
      title: 'Your appointment',
      fields: [
        field('name', 'Your name', 'name', name),
        field('email', 'E-mail', 'email', '', problem),
        field('note', 'Note', 'text'),
      ],
    },
  })
  const email = page.getByLabelText('E-mail')
  const send = page.getByRole('button', { name: 'Send', exact: true }).first()

  test('shows a form that is filled in by hand and by voice, sent, and corrected', async () => {
    const { report, submitted } = await openCall()
    const regions = page.getByRole('status', { includeHidden: true }).elements()
    report(form())
    await expect.element(page.getByRole('form', { name: 'Your appointment' })).toBeVisible()
    const announcement = page.getByRole('status').filter({ hasText: 'A form is open: Your appointment.' })
    await expect.element(announcement).toBeVisible()
    expect(regions, 'only a text in a region that was already there is announced').toContain(announcement.element())
    await email.fill('anna@example.com')
    report(form('Anna Smith'))
    await expect.element(page.getByLabelText('Your name')).toHaveValue('Anna Smith')
    await expect.element(email).toHaveValue('anna@example.com')
    await send.click()
    expect(submitted).toEqual([{ name: 'Anna Smith', email: 'anna@example.com', note: '' }])
    await expect.element(page.getByRole('log')).toHaveFocus()
    await expect
      .element(page.getByRole('log').getByText('You: Your name: Anna Smith; E-mail: anna@example.com'))
      .toBeVisible()
    report(form('Anna Smith', 'An e-mail address looks like name@example.com.'))
    await expect.element(email).toHaveAccessibleDescription(/looks like/)
    report({ type: 'form', form: null })
    await expect.element(email).not.toBeInTheDocument()
  })

  test('says at each field what is missing, and focuses the first one', async () => {
    const { report, submitted } = await openCall()
    report(form())
    const name = page.getByLabelText('Your name')
    await email.fill('anna@')
    await send.click()
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveAccessibleDescription('Your name is missing.')
    await expect.element(email).toHaveAccessibleDescription('Enter a full address, like name@example.com.')
    await name.fill(' Anna ')
    await expect.element(name).not.toHaveAttribute('aria-invalid', 'true')
    await send.click()
    await expect.element(email).toHaveFocus()
    expect(submitted).toEqual([])
    await email.fill('anna@example.com')
    await send.click()
    expect(submitted).toEqual([{ name: 'Anna', email: 'anna@example.com', note: '' }])
  })

  test('has to be given a required choice before the form is sent', async () => {
    const { report, submitted } = await openCall()
    const choice = { ...field('goods', 'What for', 'choice'), isRequired: true, choices: ['Bread', 'Cake'] }
    report({ type: 'form', form: { id: 'form_1', title: 'Your order', fields: [choice] } })
    await send.click()
    await expect.element(page.getByLabelText('What for')).toHaveAccessibleDescription('What for is missing.')
    await userEvent.selectOptions(page.getByLabelText('What for'), 'Cake')
    await send.click()
    expect(submitted).toEqual([{ goods: 'Cake' }])
  })

  test('keeps what was typed when the call breaks off, for the same form in the next call only', async () => {
    const { call, report } = await openCall()
    report(form())
    await email.fill('anna@example.com')
    report({ type: 'ended', reason: 'connection-lost' })
    call.start({ assistantId: 'finance' })
    report({ type: 'joined' }, form())
    await expect.element(email).toHaveValue('anna@example.com')
    report({ type: 'form', form: null })
    await expect.element(email).not.toBeInTheDocument()
    report(form())
    await expect.element(email).toHaveValue('')
  })

  test('has a form that can be dismissed', async () => {
    const { report } = await openCall()
    report(form())
    await page.getByRole('button', { name: 'I’d rather say it' }).click()
    await expect.element(email).not.toBeInTheDocument()
    await expect.element(page.getByRole('log')).toHaveFocus()
  })

  test('is accessible', async () => {
    const { report } = await openCall()
    report(form('Anna', 'An e-mail address looks like name@example.com.'), { type: 'card', card: MENU })
    await expect.element(email).toBeVisible()
    await expectAccessible()
  })

  test('shows a card whose link gets no access to this page, until the card is closed after the call', async () => {
    const { report } = await openCall()
    report({ type: 'card', card: MENU })
    const link = page.getByRole('link', { name: 'Open example.com (in a new tab)' })
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(page.getByRole('img', { name: 'Menu' })).toHaveAttribute('referrerpolicy', 'no-referrer')
    report({ type: 'ended', reason: 'person-ended' })
    await expect.element(page.getByText('Disconnected')).toBeVisible()
    await page.getByRole('button', { name: 'Close Menu' }).click()
    await expect.element(link).not.toBeInTheDocument()
    await expect.element(page.getByRole('log')).toHaveFocus()
  })
})

test('a call works with keyboard and screen reader: the focus stays in the panel, and events are announced', async () => {
  const { call, report } = openPanel()
  await expect.element(page.getByRole('status').filter({ hasText: 'Disconnected' })).toBeVisible()
  talk.element().focus()
  await userEvent.keyboard('{Enter}')
  const connecting = page.getByRole('button', { name: 'Connecting...' })
  await new Promise(requestAnimationFrame)
  await expect.element(connecting).toHaveFocus()
  report({ type: 'joined' }, { type: 'microphone', status: { state: 'granted' } })
  await expect.element(page.getByRole('button', { name: 'Mute' })).toHaveFocus()
  await expect.element(page.getByRole('status').filter({ hasText: 'Demo Mode' })).toBeVisible()

  const line = { id: 'a', role: 'assistant', content: 'Rye keeps', interrupted: false } as const
  report({ type: 'line', line: { ...line, partial: true } })
  const shown = page.getByRole('log').getByText('Nora: Rye keeps', { exact: true })
  await expect.element(shown).toHaveAttribute('aria-hidden', 'true')
  const growing = shown.element()
  report({ type: 'line', line: { ...line, partial: false } })
  await expect.element(shown).toHaveAttribute('aria-hidden', 'false')
  expect(shown.element(), 'only a new element is announced').not.toBe(growing)
  const log = page.getByRole('log', { name: 'Conversation' })
  report({
    type: 'line',
    line: { ...line, id: 'b', content: 'It keeps. '.repeat(300), partial: false, interrupted: true },
  })
  await expect.element(log.getByText('(interrupted)')).toBeInTheDocument()
  const hiddenBelow = () => log.element().scrollHeight - log.element().clientHeight - log.element().scrollTop
  await expect.poll(() => [log.element().scrollTop > 0, hiddenBelow() < 2]).toEqual([true, true])

  report({ type: 'no-words' })
  await expect.element(page.getByRole('status').filter({ hasText: 'We hear sound, but no words' })).toBeVisible()
  await settings.click()
  await page.getByRole('switch', { name: 'Hold to talk' }).click()
  await expect.element(page.getByRole('switch', { name: 'Hold to talk' })).toBeChecked()
  const hold = page.getByRole('button', { name: /^(?:Hold to talk|Let go to send)$/ })
  for (const key of ['Enter', ' ']) {
    hold.element().focus()
    await userEvent.keyboard(`{${key}>}`)
    expect(call.state()).toMatchObject({ sound: 'holding' })
    await userEvent.keyboard(`{/${key}}`)
    expect(call.state()).toMatchObject({ sound: 'open' })
  }
  // The release of a key is not seen once the focus is elsewhere.
  for (const leave of [() => dispatchEvent(new Event('blur')), () => hold.element().blur()]) {
    hold.element().focus()
    await userEvent.keyboard('{Enter>}')
    expect(call.state()).toMatchObject({ sound: 'holding' })
    leave()
    expect(call.state()).toMatchObject({ sound: 'open' })
    await userEvent.keyboard('{/Enter}')
  }
  // A finger that slides off the button goes on holding it; the other mouse buttons do not hold it.
  const captured = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  const pointer = (type: string, button = 0) =>
    hold.element().dispatchEvent(new PointerEvent(type, { button, pointerId: 7, bubbles: true }))
  const sounds = [['pointerdown', 2], ['pointerdown'], ['pointerup'], ['pointerdown'], ['pointercancel']] as const
  const heard = sounds.map(([type, button]) => (pointer(type, button), call.state()))
  expect(heard).toMatchObject(['open', 'holding', 'open', 'holding', 'open'].map((sound) => ({ sound })))
  expect(captured.mock.calls).toEqual([[7], [7]])
})
