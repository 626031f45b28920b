import { CATALOGUE } from '#contract/catalogue.ts'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atEveryWidth, dialog, NARROW_AND_WIDE_PX, show, violations } from '../ui/show-testing.tsx'
import { BASIC_PLAN } from '../features/plans/basic-plan-testing.ts'
import { keepOwnPlans } from '../features/plans/read-own-plans.ts'
import { CatalogueCallDialog } from './call-dialog.tsx'
import { answerWith, type Answers } from '../lib/answers-testing.ts'
import { catalogueButton, expectPlans, openSite, refusal } from './site-testing.tsx'

// The way from the catalogue to a call, and the offers after it. Calls themselves are tested in e2e/call.spec.ts.

const ORDER = 'POST /api/videos'
const never = () => new Promise<Response>(() => {})
const video = () => document.querySelector('video')

const partsOf = (name: string) => {
  const talk = dialog(`Talk with ${name}`)
  return { talk, start: talk.getByRole('button', { name: `Talk with ${name}`, exact: true }) }
}

/** Opens the dialog from the catalogue. */
async function openTalk(name: string, answers: Answers) {
  await openSite('/contact', { isSignedIn: true, answers })
  await catalogueButton().click()
  const card = dialog('AI Assistants')
    .getByRole('article')
    .filter({ hasText: `with ${name}` })
  await card.getByRole('button', { name: 'Talk', exact: true }).click()
  return partsOf(name)
}

/** Shows the dialog without the site around it. */
function showTalk(name: string, answers: Answers) {
  answerWith(answers)
  show(<TalkAlone name={name} />)
  return partsOf(name)
}

function TalkAlone({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(true)
  const assistant = CATALOGUE.find((one) => one.name === name)
  if (assistant === undefined || !isOpen) return null
  return (
    <CatalogueCallDialog
      assistant={assistant}
      hasPlan={false}
      signIn={{ to: '/auth' }}
      onClose={() => setIsOpen(false)}
      onTrialEnd={() => {}}
    />
  )
}

test('waiting for the video can be skipped, and the trial’s minute begins when the caller can talk', async () => {
  const { talk, start } = await openTalk('Dale', { [ORDER]: never })
  const making = talk.getByRole('status').getByText("Creating Dale's avatar. This usually takes 1-2 minutes.")
  await expect.element(making).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.advanceTimersByTime(90_000)
  await expect.element(making).toBeVisible()
  await talk.getByRole('button', { name: 'Continue without the video' }).click()
  await expect.element(start).toBeVisible()
  expect(video()).toBeNull()
  vi.advanceTimersByTime(58_000)
  await expect.element(talk).toBeVisible()
  vi.advanceTimersByTime(3_000)
  await expect.element(talk).not.toBeInTheDocument()
  vi.advanceTimersByTime(500)
  vi.useRealTimers()

  const plans = dialog('Choose Your Avatar Plan')
  await expect.element(plans).toBeVisible()
  await atEveryWidth(
    () =>
      expectPlans(
        plans,
        {
          Basic: ['$9.99/month', '250 minutes a month'],
          Premium: ['$19.99', '500 minutes a month'],
          Enterprise: ['$99.99', '2000 minutes a month'],
          Custom: ["Let's Talk", 'Unlimited minutes'],
        },
        'Premium',
      ),
    NARROW_AND_WIDE_PX,
  )
  expect(plans.getByRole('button', { name: 'Start Talking', exact: true }).elements()).toHaveLength(4)
  expect(await violations()).toEqual([])
  await expect.element(plans.getByText(/^The free trial lasts a minute/)).toBeVisible()
  // Paid for in the other tab.
  keepOwnPlans('robin', [BASIC_PLAN])
  await dialog('Your plan is active').getByRole('button', { name: 'Talk again' }).click()
  await expect.element(talk).toBeVisible()
})

test('the panel appears when the server has told how callers can be heard', async () => {
  const engines = Promise.withResolvers<Response>()
  const { talk, start } = showTalk('Dale', { [ORDER]: never, 'GET /api/call-engines': () => engines.promise })
  await talk.getByRole('button', { name: 'Continue without the video' }).click()
  await expect.element(talk.getByRole('status')).not.toBeInTheDocument()
  await expect.element(start).not.toBeInTheDocument()
  engines.resolve(refusal(503, 'unavailable'))
  await expect.element(start).toBeVisible()
})

test('plans are not offered in place of a dialog that was opened after the trial', async () => {
  const { talk, start } = await openTalk('Dale', { [ORDER]: never })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await talk.getByRole('button', { name: 'Continue without the video' }).click()
  await expect.element(start).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(talk).not.toBeInTheDocument()
  // A click by a script, since Playwright's own waits for timers.
  ;(catalogueButton().element() as HTMLElement).click()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  vi.advanceTimersByTime(500)
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  expect(dialog('AI Assistants').elements()).toHaveLength(1)
})

test('when ordering the video fails, the panel with the portrait is shown at once', async () => {
  const { talk, start } = showTalk('Tenzin', { [ORDER]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect.element(start).toBeVisible()
  expect(video()).toBeNull()
  await expect.element(talk.getByRole('alert')).not.toBeInTheDocument()
  await atEveryWidth(async () => {
    await expect.element(start).toBeVisible()
    await expect.element(talk.getByText('Disconnected', { exact: true })).toBeVisible()
    await expect.element(talk.getByText('Talking', { exact: true })).not.toBeInTheDocument()
    await expect.element(talk.getByRole('timer')).not.toBeInTheDocument()
  }, NARROW_AND_WIDE_PX)
})

test.each([
  { deployed: { finance: 'asst_f' }, asksFor: 0 },
  { deployed: {}, asksFor: 1 },
])(
  'a call begins on the engine that the deployment prefers, and asks for a key only where the deployment has none: %j',
  async ({ deployed, asksFor }) => {
    const vapi = { apiBase: location.origin, publicKey: 'pub_ours', assistantIds: deployed, carriesOwn: false }
    const engines = { preferred: 'vapi', vapi, hearsFreeSpeech: false, didAgent: null }
    const { talk } = showTalk('Marcus', {
      'GET /api/call-engines': () => Response.json(engines),
      [ORDER]: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await expect.element(talk.getByRole('radio', { name: 'Vapi' })).toBeChecked()
    expect(talk.getByLabelText('Assistant ID').elements()).toHaveLength(asksFor)
  },
)

test('a failed video shows the server’s text, with buttons to try again and to talk at once', async () => {
  const text = 'Avatar creation failed. Please try again.'
  const detail = 'The video could not be made.'
  let isFailing = true
  const error = { cause: 'rendering-failed', text, detail }
  const { talk, start } = showTalk('Marcus', {
    [ORDER]: () =>
      isFailing
        ? Response.json({ id: 'talk', status: 'error', video: null, error, askAgainMs: null }, { status: 202 })
        : Promise.reject(new TypeError('Failed to fetch')),
  })
  await expect.element(talk.getByText(text)).toBeVisible()
  await expect.element(talk.getByText(detail)).toBeVisible()
  await expect.element(talk.getByRole('button', { name: 'Continue without the video' })).toBeVisible()
  isFailing = false
  await talk.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(talk.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(start).toBeVisible()
})

test('with reduced motion the video plays only on request', async () => {
  const done = { url: await makeVideo(), downloadUrl: '/', mediaType: 'video/webm' }
  const { talk } = showTalk('Ingrid', {
    [ORDER]: () => Response.json({ id: 'talk', status: 'done', video: done, error: null, askAgainMs: null }),
  })
  const play = talk.getByRole('button', { name: 'Play the introduction' })
  await expect.element(play).toBeVisible()
  expect(video()?.paused).toBe(true)
  expect(video()?.currentTime).toBe(0)
  await play.click()
  await expect.element(talk.getByRole('button', { name: 'Stop the introduction' })).toBeVisible()
  await expect.element(talk.getByLabelText(/^Ingrid says: \w+/)).toBeVisible()
  await talk.getByRole('button', { name: 'Stop the introduction' }).click()
  await expect.element(play).toBeVisible()
  expect(video()?.paused).toBe(true)
})

test('a video that cannot be played gives way to the portrait', async () => {
  const broken = { url: 'data:video/webm;base64,AAAA', downloadUrl: '/', mediaType: 'video/webm' }
  const { talk, start } = showTalk('Rosa', {
    [ORDER]: () => Response.json({ id: 'talk', status: 'done', video: broken, error: null, askAgainMs: null }),
  })
  await expect.element(start).toBeVisible()
  await expect.poll(video).toBeNull()
  await expect.element(talk.getByRole('button', { name: 'Play the introduction' })).not.toBeInTheDocument()
})

/** A video of a grey square, some seconds long, in the format that this browser records. */
async function makeVideo(): Promise<string> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start()
  for (let frame = 0; frame < 60; frame += 1) {
    context?.fillRect(frame, 0, 20, 20)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await stopped
  return URL.createObjectURL(new Blob(parts, { type: 'video/webm' }))
}

/** The script of D-ID's agent; the rest of its address is a comment. */
const didAgent = (script: string): Answers => {
  const agent = { scriptUrl: `data:text/javascript,${script}//`, clientKey: 'ours', agentId: 'amara' }
  const engines = { preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: agent }
  return { 'GET /api/call-engines': () => Response.json(engines) }
}

test('D-ID’s agent is removed when its dialog is closed', async () => {
  const script = 'document.body.append(document.createElement("did-agent"))'
  const { talk } = showTalk('Amara', didAgent(script))
  const added = () => document.querySelectorAll('did-agent, script[data-agent-id]').length
  await expect.poll(added).toBe(2)
  await talk.getByRole('button', { name: 'Close' }).click()
  await expect.poll(added).toBe(0)
})

test('the Tab key reaches an agent in a shadow tree in both directions, and comes around to the close button', async () => {
  const script =
    'const { targetId } = document.querySelector("script[data-agent-id]").dataset;' +
    'const agent = document.getElementById(targetId).appendChild(document.createElement("did-agent"));' +
    'agent.attachShadow({ mode: "open" }).append(document.createElement("button"))'
  const { talk } = showTalk('Amara', didAgent(script))
  const close = talk.getByRole('button', { name: 'Close' })
  await expect.element(close).toHaveFocus()
  await expect.element(talk.getByText('Loading AI Agent...')).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(document.querySelector('did-agent'))
  await userEvent.keyboard('{Tab}')
  await expect.element(close).toHaveFocus()
  const end = talk.getByRole('button', { name: 'To the start of the dialog' })
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(end).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(document.querySelector('did-agent'))
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(close).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(close).toHaveFocus()
})

test('an agent is not waited for longer than a few seconds because of settings that do not arrive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { talk } = showTalk('Amara', { 'GET /api/call-engines': never })
  await expect.element(talk.getByText('Loading AI Agent...')).toBeVisible()
  vi.advanceTimersByTime(4_000)
  // Loading our own script fails here, where no server has it.
  await expect.element(talk.getByText('Failed to load D-ID agent. Please try again.')).toBeVisible()
})

test('submitting a complete form leads to the business plans', async () => {
  const made = {
    id: 'own_00000000-0000-4000-8000-000000000000',
    slug: 'nora-1',
    status: 'draft',
    version: 1,
    name: 'Nora',
    voiceId: 'willow',
    firstMessage: 'Good morning.',
    systemPrompt: '',
    knowledge: { pairs: [], notes: '' },
    photoId: 'p'.repeat(32),
    photoFace: null,
    photoUrl: '/photo.png',
    createdAt: '2026-07-01T00:00:00.000Z',
    updatedAt: '2026-07-01T00:00:00.000Z',
  }
  const sent: unknown[] = []
  await openSite('/assistants', {
    isSignedIn: true,
    answers: {
      'POST /api/files/photos': () => Response.json({ id: made.photoId, url: made.photoUrl }, { status: 201 }),
      'POST /api/own-assistants': async (request) => {
        sent.push(await request.json())
        return Response.json(made, { status: 201 })
      },
    },
  })
  // A plan from before is not announced as just bought.
  const before = { ...BASIC_PLAN, priceId: 'medium-business-monthly' }
  keepOwnPlans('robin', [before])
  await page.getByRole('button', { name: 'Make an assistant' }).click()
  const form = dialog('Customize Your AI Assistant')
  const canvas = new OffscreenCanvas(64, 64)
  canvas.getContext('2d')?.fillRect(0, 0, 64, 64)
  await form
    .getByLabelText(/^Avatar Photo/)
    .upload(new File([await canvas.convertToBlob()], 'face.png', { type: 'image/png' }))
  await form.getByLabelText(/^Assistant Name/).fill('Nora')
  await form.getByLabelText(/^First Message/).fill('Good morning.')
  await form.getByRole('button', { name: 'Submit Assistant' }).click()
  const business = dialog('Choose Your Business Plan')
  await expect.element(business).toBeVisible()
  expect(sent).toMatchObject([{ name: 'Nora', firstMessage: 'Good morning.', photoId: made.photoId }])
  // On a phone only: the cards are those of the other plans, which are looked at in both layouts.
  await page.viewport(390, 900)
  await expectPlans(
    business,
    {
      'Small Business': ['$399', '500 minutes a month', '1 assistant'],
      'Medium Business': ['$799', '1200 minutes a month', '3 assistants'],
      Enterprise: ['$1499', '3000 minutes a month', 'Unlimited assistants'],
    },
    'Medium Business',
  )
  expect(business.getByRole('button', { name: 'Get Started', exact: true }).elements()).toHaveLength(3)
  expect(await violations()).toEqual([])
  // Paid for in the other tab.
  keepOwnPlans('robin', [before, { ...BASIC_PLAN, priceId: 'small-business-monthly' }])
  const active = dialog('Your plan Small Business is active')
  await expect.element(active.getByRole('link', { name: 'My assistants' })).toBeVisible()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(active).not.toBeInTheDocument()
})
