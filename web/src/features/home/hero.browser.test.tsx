import { drawPortrait } from '#portrait/draw.ts'
import { amara } from '#portrait/people/amara.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createMemoryRouter } from 'react-router'
import { mount, prefer, show } from '../../ui/show-testing.tsx'
import { Hero } from './hero.tsx'

// Its voice and lips are tested in e2e/home.spec.ts.

const servePortrait: typeof fetch = async (address) =>
  new Request(address).url.endsWith('.svg') ? new Response(drawPortrait(amara, REST_POSE)) : Response.error()
const GREETING = {
  durationMs: 1000,
  words: [{ text: 'Hello, ', startMs: 0, endMs: 900 }],
  cues: [{ atMs: 0, viseme: 'aa' }],
}
const serveGreeting: typeof fetch = async (address) =>
  new Request(address).url.endsWith('/greeting') ? Response.json(GREETING) : servePortrait(address)
/** The parts replace the still picture when the face wakes. */
const head = () => document.querySelector('[data-part="head"]')

test.each([
  ['stays still', 'reduce', 0],
  ['begins to move', 'no-preference', 1],
] as const)('on an idle page, the face %s with prefers-reduced-motion: %s', async (_, motion, portraits) => {
  await prefer({ 'reduced-motion': motion })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(servePortrait)
  show(<Hero onTalk={() => {}} onCreate={() => {}} />)
  // React runs the effects of a rendering before it handles a click.
  await page.getByRole('button', { name: 'Talk with Amara' }).click()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(fetched.mock.calls.filter(([address]) => address === '/portraits/healthcare.svg')).toHaveLength(portraits)
})

test('with reduced motion, the face holds still even after it was asked to speak', async () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance'] }) // oxfmt-ignore
  onTestFinished(() => void vi.useRealTimers())
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(serveGreeting)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const frames = vi.spyOn(window, 'requestAnimationFrame')
  show(<Hero onTalk={() => {}} onCreate={() => {}} />)
  await page.getByRole('button', { name: 'Hear Amara' }).click()
  expect(page.getByRole('button', { name: 'Hold Amara still' }).elements()).toEqual([])
  await expect.poll(head).not.toBeNull()
  const drawn = head()?.outerHTML
  // The face's frames begin once the browser has reported that it is in view.
  await expect.poll(() => frames.mock.calls.length).toBeGreaterThan(0)
  for (let step = 0; step < 40; step += 1) {
    await vi.advanceTimersByTimeAsync(250)
    expect([head()?.outerHTML, document.querySelector('[data-spoken="now"]')]).toEqual([drawn, null])
  }
  expect(fetched).toHaveBeenCalledWith(expect.stringMatching('/greeting$'))
})

test('with reduced motion, the words follow the voice, but its line stays flat', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(serveGreeting)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockReturnValue(0.5)
  show(<Hero onTalk={() => {}} onCreate={() => {}} />)
  await page.getByRole('button', { name: 'Hear Amara' }).click()
  await expect.poll(() => document.querySelectorAll('[data-spoken="now"]')).toHaveLength(1)
  expect(document.querySelector('[data-niche] > svg path')?.getAttribute('d')).not.toMatch(/Q/)
  expect(document.querySelector('svg > title'), 'it would be shown as a tooltip').toBeNull()
})

test('the greeting falls silent when a call is opened, and when the screen is left', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.error())
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')
  const talk = vi.fn<() => void>()
  const router = createMemoryRouter([{ path: '/', element: <Hero onTalk={talk} onCreate={() => {}} /> }, { path: '*' }])
  mount(router)
  const hear = page.getByRole('button', { name: 'Hear Amara' })
  await hear.click()
  await page.getByRole('button', { name: 'Talk with Amara' }).click()
  expect(talk).toHaveBeenCalledOnce()
  expect(pause).toHaveBeenCalledOnce()
  await hear.click()
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  expect(pause).toHaveBeenCalledOnce()
  await router.navigate('/elsewhere')
  await expect.poll(() => pause.mock.calls).toHaveLength(2)
})

test('a face that could not be loaded wakes when it is asked to speak again', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValueOnce(Response.error()).mockImplementation(servePortrait)
  show(<Hero onTalk={() => {}} onCreate={() => {}} />)
  const hear = page.getByRole('button', { name: 'Hear Amara' })
  await hear.click()
  await expect.poll(() => fetched.mock.calls).toHaveLength(1)
  await hear.click()
  await expect.poll(head).not.toBeNull()
})
