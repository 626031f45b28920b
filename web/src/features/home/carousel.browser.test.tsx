import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { prefer, show } from '../../ui/show-testing.tsx'
import { Gallery } from './gallery.tsx'

/** Most of these tests check the sliding. */
beforeEach(() => prefer({ 'reduced-motion': 'no-preference' }))

const region = () => page.getByRole('region', { name: 'The 16 assistants' })
const slideAt = (number: number) => page.getByRole('group', { name: `${number} of 16`, exact: true })

/** The slides that are completely in view, from left to right, and whether the first one is aligned with the text. */
function inView(): { labels: string[]; isAligned: boolean } {
  const carousel = region().element()
  const edge = carousel.getBoundingClientRect()
  const cards = [...carousel.querySelectorAll('[aria-roledescription="slide"]')]
    .map((slide) => {
      const { left, right } = (slide.firstElementChild ?? slide).getBoundingClientRect()
      return { label: slide.getAttribute('aria-label') ?? '', left: left - edge.left, right: right - edge.left }
    })
    .filter(({ left, right }) => left > -2 && right < edge.width + 2)
    .toSorted((one, other) => one.left - other.left)
  return { labels: cards.map(({ label }) => label), isAligned: Math.abs(cards[0]?.left ?? Number.NaN) <= 1.5 }
}

async function expectInView(...numbers: number[]): Promise<void> {
  await expect.poll(inView).toEqual({ labels: numbers.map((number) => `${number} of 16`), isAligned: true })
}

async function showCarousel(widthPx = 1280, onTalk: () => void = () => {}): Promise<void> {
  await page.viewport(widthPx, 900)
  show(<Gallery mayTalkTo={() => true} onTalk={onTalk} onOpenCatalogue={() => {}} />)
  await expect.poll(() => document.querySelector('[data-looping="true"]')).not.toBeNull()
}

test.each([
  [390, 1],
  [767, 1],
  [768, 2],
  [1023, 2],
  [1024, 3],
  [1920, 3],
])('at %i px it shows %i of the sixteen slides, beginning with the first', async (widthPx, perView) => {
  await showCarousel(widthPx)
  await expect.element(page.getByRole('group')).toHaveLength(16)
  await expectInView(...[1, 2, 3].slice(0, perView))
  const buttons = region().getByRole('button', { name: /^(Previous|Next) slide$/ })
  expect(buttons.elements()).toHaveLength(widthPx < 768 ? 0 : 2)
})

test('wraps around in both directions with its buttons', async () => {
  await showCarousel()
  await region().getByRole('button', { name: 'Previous slide' }).click()
  await expectInView(16, 1, 2)
  await expect.element(region().getByText('16 of 16')).toHaveAttribute('aria-live', 'polite')
  await region().getByRole('button', { name: 'Next slide' }).click()
  await expectInView(1, 2, 3)
})

test('wraps around in both directions with the arrow keys', async () => {
  await showCarousel()
  const element = region().element() as HTMLElement
  element.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expectInView(16, 1, 2)
  await userEvent.keyboard('{ArrowRight}')
  await expectInView(1, 2, 3)
  await expect.element(region().getByText('1 of 16')).toBeVisible()
})

test('scrolls to the button focused with Tab, and lets Tab leave the carousel', async () => {
  await showCarousel()
  const control = (number: number) => slideAt(number).getByRole('button')
  ;(control(1).element() as HTMLElement).focus()
  await expectInView(1, 2, 3)
  for (const number of [2, 3]) {
    await userEvent.tab()
    await expect.element(control(number)).toHaveFocus()
  }
  await expectInView(1, 2, 3)
  await userEvent.tab()
  await expectInView(4, 5, 6)
  ;(control(16).element() as HTMLElement).focus()
  await userEvent.tab()
  expect(region().element().contains(document.activeElement)).toBe(false)
})

test('follows a drag and does not treat it as a press', async () => {
  let presses = 0
  await showCarousel(1280, () => (presses += 1))
  const button = slideAt(2).getByRole('button').element()
  const { x, y } = button.getBoundingClientRect()
  const mouse = (type: string, byPx: number) => {
    const at = { clientX: x + byPx, clientY: y, bubbles: true, cancelable: true, button: 0 }
    ;(type === 'mousedown' || type === 'click' ? button : document).dispatchEvent(new MouseEvent(type, at))
  }
  mouse('mousedown', 0)
  for (const byPx of [-60, -120, -180, -240]) {
    mouse('mousemove', byPx)
    await new Promise(requestAnimationFrame)
  }
  mouse('mouseup', -240)
  mouse('click', -240)
  await expect.poll(() => inView().labels[0]).not.toBe('1 of 16')
  expect(presses).toBe(0)
})

test('a sideways swipe of a wheel or trackpad moves one slide, and other turns are left to the page', async () => {
  await showCarousel()
  /** Whether the browser would scroll the page as well. */
  const turn = (atMs: number, deltaX: number, deltaY = 0): boolean => {
    const event = new WheelEvent('wheel', { deltaX, deltaY, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    return slideAt(1).element().dispatchEvent(event)
  }
  expect([turn(0, 5, 60), turn(10, -50, 80)]).toEqual([true, true])
  // One swipe, which goes on after the slide has moved.
  expect([1000, 1100, 1200, 1300, 1400].map((atMs) => turn(atMs, 35, 3))).toEqual(Array(5).fill(false))
  await expectInView(2, 3, 4)
  turn(1661, -70)
  await expectInView(1, 2, 3)
})

test('jumps instead of sliding with reduced motion', async () => {
  await prefer({ 'reduced-motion': 'reduce' })
  await showCarousel()
  const next = region().getByRole('button', { name: 'Next slide' })
  expect(getComputedStyle(next.element()).transitionDuration).toBe('0s')
  await next.click()
  const places = new Set<number>()
  for (let frame = 0; frame < 12; frame += 1) {
    places.add(Math.round(slideAt(2).element().getBoundingClientRect().left))
    await new Promise(requestAnimationFrame)
  }
  expect(places.size).toBeLessThanOrEqual(2)
  await expectInView(2, 3, 4)
})
