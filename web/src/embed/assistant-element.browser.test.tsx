import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { violations } from '../ui/show-testing.tsx'
import { defineAssistantElement, ELEMENT_NAME } from './assistant-element.ts'

// How the embedded element looks on another site's page. That its frame loads and talks is tested in e2e/embed.spec.ts.

afterEach(async () => {
  document.body.replaceChildren()
  await page.viewport(1280, 800)
})

function put(attributes: Record<string, string>): void {
  defineAssistantElement()
  const element = document.createElement(ELEMENT_NAME)
  const given = { base: location.origin, assistant: 'nora-1', label: 'Ask Nora', ...attributes }
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
  const main = document.createElement('main')
  main.innerHTML = '<h1>A shop</h1>'
  main.append(element)
  document.body.replaceChildren(main)
}

const launcher = () => page.getByRole('button', { name: 'Ask Nora' })

/** The lesser of a control's sides. Checks of a whole page do not look into the shadow tree. */
function sizeOf(control: Locator): number {
  const { width, height } = control.element().getBoundingClientRect()
  return Math.min(width, height)
}

test('the button has the owner’s colour, with readable text on it', async () => {
  await page.viewport(390, 800)
  for (const [colour, background, ink] of [
    ['#ffe066', 'rgb(255, 224, 102)', 'rgb(0, 0, 0)'],
    ['#123456', 'rgb(18, 52, 86)', 'rgb(255, 255, 255)'],
    ['red; position: static', 'rgb(168, 56, 26)', 'rgb(255, 255, 255)'],
  ] as const) {
    put({ colour, position: 'left' })
    const style = getComputedStyle(launcher().element())
    expect([style.backgroundColor, style.color, style.left]).toEqual([background, ink, '20px'])
  }
})

test('a greeting is shown beside the button, and closing it moves the focus to the button', async () => {
  put({ bubble: 'Hungry? Ask me about our <bread>.' })
  const greeting = page.getByText('Hungry? Ask me about our <bread>.')
  await expect.element(greeting).toBeVisible()
  expect(await violations()).toEqual([])
  const close = page.getByRole('button', { name: 'Close the greeting' })
  expect([launcher(), close].map(sizeOf), 'large enough for a thumb').toEqual([52, 44])
  await close.click()
  await expect.element(greeting).not.toBeInTheDocument()
  expect(document.querySelector(ELEMENT_NAME)?.shadowRoot?.activeElement).toBe(launcher().element())
})

test('opening the window removes the greeting', async () => {
  put({ bubble: 'Hungry?' })
  await expect.element(launcher()).toHaveAttribute('aria-expanded', 'false')
  await launcher().click()
  await expect.element(page.getByRole('dialog', { name: 'Ask Nora' })).toBeVisible()
  await expect.element(launcher()).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText('Hungry?')).not.toBeInTheDocument()
  const root = document.querySelector(ELEMENT_NAME)?.shadowRoot
  expect(root?.activeElement).toBe(root?.querySelector('iframe'))
  const close = page.getByRole('button', { name: 'Close', exact: true })
  expect(sizeOf(close), 'large enough for a thumb').toBe(44)
  close.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Ask Nora' })).not.toBeInTheDocument()
  await expect.element(launcher()).toHaveAttribute('aria-expanded', 'false')
  expect(getComputedStyle(launcher().element()).outlineStyle, 'the ring of the focus').toBe('solid')
  // The button opens and closes it as well.
  for (const isOpen of [true, false]) {
    await launcher().click()
    expect(page.getByRole('dialog', { name: 'Ask Nora' }).elements()).toHaveLength(isOpen ? 1 : 0)
  }
})

test('the window opens on the side of its button', async () => {
  for (const [position, gaps] of [
    ['left', [20, 500]],
    ['right', [500, 20]],
  ] as const) {
    put({ position })
    await launcher().click()
    const { left, right } = page.getByRole('dialog', { name: 'Ask Nora' }).element().getBoundingClientRect()
    expect([left, innerWidth - right], position).toEqual(gaps)
  }
})

test('in full mode, the page gets an event when the visitor wants to close the frame, even after moving it', async () => {
  put({ mode: 'full' })
  const element = document.querySelector(ELEMENT_NAME)
  document.querySelector('main')?.after(element ?? '')
  const frame = element?.shadowRoot?.querySelector('iframe')
  const closed = vi.fn<() => void>()
  element?.addEventListener('voxhall:close', closed)
  const message = { data: { type: 'voxhall:close' }, origin: location.origin, source: frame?.contentWindow ?? null }
  dispatchEvent(new MessageEvent('message', message))
  expect(closed).toHaveBeenCalledOnce()
  expect(frame?.isConnected).toBe(true)
})

test('the window accepts messages only from its own frame, and closes when the frame asks for it', async () => {
  put({})
  await launcher().click()
  const element = document.querySelector(ELEMENT_NAME)
  const root = element?.shadowRoot
  const frame = root?.querySelector('iframe')
  if (!frame?.contentWindow) throw new Error('there is no frame')
  const told: unknown[] = []
  for (const type of ['voxhall:call', 'voxhall:close']) {
    element?.addEventListener(type, (event) => told.push([type, (event as CustomEvent).detail]))
  }
  expect(frame.allow).toBe('microphone; autoplay')
  expect(root?.activeElement, 'Escape and Tab work inside of the window at once').toBe(frame)
  await expect.poll(() => frame.contentWindow?.location.pathname).toBe('/embed/nora-1')
  const answer = vi.spyOn(frame.contentWindow, 'postMessage')
  const say = (type: string, origin: string, source: Window | null, more = {}) =>
    dispatchEvent(new MessageEvent('message', { data: { type, ...more }, origin, source }))

  say('voxhall:close', 'https://other.example', frame.contentWindow)
  say('voxhall:close', location.origin, window)
  expect(frame.isConnected).toBe(true)
  say('voxhall:ticket-wanted', location.origin, frame.contentWindow)
  expect(answer.mock.calls).toEqual([[{ type: 'voxhall:asking' }, location.origin]])

  const call = { phase: 'live', isDemo: true, endReason: null }
  say('voxhall:call', location.origin, frame.contentWindow, call)
  say('voxhall:close', location.origin, frame.contentWindow)
  expect(frame.isConnected).toBe(false)
  expect(root?.activeElement).toBe(launcher().element())
  expect(told, 'to the page around it').toEqual([
    ['voxhall:call', { type: 'voxhall:call', ...call }],
    ['voxhall:close', null],
  ])
})

test('a tag adds one element with the owner’s look, which its attributes override, and a refused tag adds none', async () => {
  const tag = (assistant: string, data: Record<string, string> = { label: 'Ask Nora' }, file = 'embed.js') => {
    const script = document.createElement('script')
    Object.assign(script, { type: 'text/plain', src: `https://voxhall.example/${file}` })
    Object.assign(script.dataset, { assistant, ...data })
    return script
  }
  const place = Object.assign(document.createElement('div'), { id: 'place' })
  const tags = [
    tag('nora-1'),
    tag('of-another-site'),
    tag('rex-1', { targetId: 'place' }),
    tag('of-no-place', { targetId: 'nowhere' }),
    tag('of-another-script', {}, 'other.js'),
  ]
  const reported = vi.spyOn(window, 'reportError').mockImplementation(() => {})
  document.body.replaceChildren(place, ...tags)
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const look = { mode: 'button', side: 'left', label: 'Talk with us', colour: '#123456', bubble: 'Hungry?' }
  const looks = { 'nora-1': look, 'rex-1': { ...look, mode: 'full', label: 'Ask Rex' } }
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    const [, own] = Object.entries(looks).find(([slug]) => new Request(address).url.includes(slug)) ?? []
    return own ? Response.json({ look: own, isReportWanted: false }) : new Response('', { status: 403 })
  })
  // The page has included the script twice.
  for (const address of ['./embed.ts', './embed.ts?again']) await import(/* @vite-ignore */ address)
  await expect.element(launcher()).toBeVisible()
  expect(launcher().element()).toHaveStyle({ backgroundColor: 'rgb(18, 52, 86)', left: '20px' })
  await expect.poll(() => told.mock.calls).toEqual([[expect.stringContaining('is not allowed')]])
  await expect.element(page.getByText('Hungry?')).toBeVisible()
  const greeting = page.getByText('Hungry?').element().getBoundingClientRect()
  expect(greeting.left, 'on the side of the button').toBeLessThan(innerWidth / 2 - greeting.width / 2)
  await expect.poll(() => place.firstElementChild?.shadowRoot?.querySelector('iframe')?.title).toBe('Ask Rex')
  expect(document.querySelectorAll(ELEMENT_NAME)).toHaveLength(2)
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(String(reported.mock.calls)).toBe('Error: Voxhall: there is no element with the id nowhere')
})
