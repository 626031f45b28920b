// Renders parts of pages for component tests, with the site's own styles, in a real browser.
import '../app.css'
import axe, { type ElementContext } from 'axe-core'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { toast } from 'sonner'
import { expect, onTestFinished } from 'vitest'
import { cdp, page, userEvent, type Locator } from 'vitest/browser'
import { receiveNotices } from '../lib/notify.ts'

/** The widths of a phone, a tablet, a desktop and a wide screen. */
const WIDTHS_PX = [390, 800, 1280, 1920]

/** For checks with many steps, whose result can only differ between the layouts of a phone and of a desktop. */
export const NARROW_AND_WIDE_PX = [390, 1280]

/** Renders a part of a page on its own, at `/`; every link in it leads to an empty page. */
export function show(part: ReactNode): void {
  mount(createMemoryRouter([{ path: '/', element: part }, { path: '*' }]))
}

export const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
export const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Renders a router until the test is over. What was registered before with `onTestFinished` is undone after it. */
export function mount(router: ReturnType<typeof createMemoryRouter>): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(async () => {
    // Toasts are kept outside of the React tree.
    toast.dismiss()
    root.unmount()
    await requestsOnLeaving()
    // Notices that still wait for a toaster would cover the page of the next test.
    receiveNotices(() => undefined)()
    router.dispose()
    container.remove()
    // As in vitest.config.ts.
    if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800)
  })
  root.render(<RouterProvider router={router} />)
}

/** Resolves when a page that was removed has sent its last requests. Independent of fake timers. */
function requestsOnLeaving(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  port1.start()
  port2.postMessage(null)
  return new Promise((resolve) => port1.addEventListener('message', resolve))
}

type Settings = {
  'color-scheme': 'light' | 'dark'
  'reduced-motion': 'reduce' | 'no-preference'
  'forced-colors': 'active' | 'none'
}

/** Motion is reduced unless a test checks it, since it takes half of a processor without a graphics card. */
const USUAL: Settings = { 'color-scheme': 'light', 'reduced-motion': 'reduce', 'forced-colors': 'none' }
let emulated = USUAL
// Once: the test files of a page share this module, and a hook here would run only for the first of them.
await emulate(USUAL)
// Chromium does not draw what is transparent, which saves an eighth of the stage's processor time. Layout, hits and what
// counts as visible stay the same. In a browser with a window the page is shown.
if (navigator.userAgent.includes('Headless')) (frameElement as HTMLElement).style.opacity = '0'

/** Emulates settings of the system until the test is over. */
export async function prefer(settings: Partial<Settings>): Promise<void> {
  onTestFinished(() => emulate(USUAL))
  await emulate({ ...USUAL, ...settings })
}

async function emulate(settings: Settings): Promise<void> {
  emulated = settings
  const features = Object.entries(settings).map(([name, value]) => ({
    name: name === 'forced-colors' ? name : `prefers-${name}`,
    value,
  }))
  // The session is Playwright's, though Vitest's types don't say so.
  const session = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', { features })
}

/** Runs the check at each width. */
export async function atEveryWidth(look: () => Promise<void>, widthsPx: readonly number[] = WIDTHS_PX): Promise<void> {
  for (const width of widthsPx) {
    await page.viewport(width, 900)
    await look()
  }
}

/** The looks in which screens are checked: together they have both themes, and a narrow and a wide layout. */
const LOOKS = [
  { name: 'on a phone, in the dark theme', width: 390, height: 844, scheme: 'dark' },
  { name: 'on a desktop, in the light theme', width: 1280, height: 800, scheme: 'light' },
] as const

/** Runs the check in each look. */
async function inEachLook(check: (look: string) => Promise<void>): Promise<void> {
  for (const { name, width, height, scheme } of LOOKS) {
    await page.viewport(width, height)
    await prefer({ 'color-scheme': scheme })
    await check(name)
  }
}

type AxeColor = Record<'r' | 'g' | 'b' | 'alpha', number> & { parseString: (this: AxeColor, text: string) => AxeColor }
/** The part of axe that its types leave out. */
type AxeColors = { commons: { color: { Color: { new (...rgb: number[]): AxeColor; prototype: AxeColor } } } }

/** Remembers colours, since axe parses those of each text and of everything behind it, at a cost of a tenth of the stage. */
function rememberColours(): void {
  const { Color } = (axe as unknown as AxeColors).commons.color
  const { parseString } = Color.prototype
  const known = new Map<string, AxeColor>()
  Color.prototype.parseString = function (text) {
    const colour = known.get(text) ?? parseString.call(new Color(0, 0, 0), text)
    known.set(text, colour)
    const { r, g, b, alpha } = colour
    return Object.assign(this, { r, g, b, alpha })
  }
}
rememberColours()
// Violations are told by the path of their element; axe would copy the markup of all elements it looks at.
axe.configure({ noHtml: true })

/** As `violationsInThisTheme`, but contrast is checked in the other theme as well; afterwards the theme is restored. */
export async function violations(): Promise<string[]> {
  const settings = emulated
  const other = settings['color-scheme'] === 'dark' ? 'light' : 'dark'
  const found = await violationsInThisTheme()
  try {
    await emulate({ ...settings, 'color-scheme': other })
    const inTheOther = await violationsInThisTheme(['color-contrast'])
    return [...found, ...inTheOther.map((violation) => `in the ${other} theme: ${violation}`)]
  } finally {
    await emulate(settings)
  }
}

/** Whether the browser would ask before the page is closed. */
export const isAskedOnLeaving = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** The page with the site's header and footer, which accessibility.browser.test.tsx checks for all screens. */
export const wholePage = (): ElementContext => document

/** What a test is about: the open dialog, which covers all else, or the page between the site's header and footer. */
function content(): ElementContext {
  const dialogs = document.querySelectorAll('[role=dialog]')
  if (dialogs.length > 0) return dialogs
  return { exclude: document.querySelectorAll('header:not(main *), footer:not(main *)') }
}

/** The accessibility violations, each with the offending element, after running animations have ended. */
async function violationsInThisTheme(rules?: string[], part = content): Promise<string[]> {
  // Waits for finite animations, since the contrast of a dialog that is fading in is meaningless. The state is polled
  // on each frame, as Chromium may never settle `finished` for a covered element.
  while (
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      )
  ) {
    await new Promise(requestAnimationFrame)
  }
  // The page itself belongs to the test runner, so rules about the whole page are off.
  const { violations: found } = await axe.run(part(), {
    ...(rules === undefined ? {} : { runOnly: rules }),
    resultTypes: ['violations'],
    rules: { 'page-has-heading-one': { enabled: rules === undefined }, 'html-has-lang': { enabled: false } },
  })
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}

/**
 * Expects no violations in each look, and controls that are large enough for a thumb on the phone.
 * @param states ways to enter the states to check, for example the tabs of a page; without them, its state as it is
 * @param andIn what else to check in each look
 * @param part what to look for violations in
 */
export async function expectAccessible({
  states = [async () => {}],
  andIn,
  part = content,
}: {
  states?: (() => Promise<void>)[]
  andIn?: (look: string) => Promise<void>
  part?: () => ElementContext
} = {}): Promise<void> {
  await inEachLook(async (look) => {
    for (const enter of states) {
      await enter()
      expect(innerWidth < 640 ? tooSmallControls() : [], 'large enough for a thumb').toEqual([])
      expect(await violationsInThisTheme(undefined, part), look).toEqual([])
      await andIn?.(look)
    }
  })
}

const THUMB_PX = 44

/** The visible buttons and fields that are too small for a thumb. A checkbox or radio button is as large as its label. */
export function tooSmallControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'button, select, textarea, input:not([type="checkbox"], [type="radio"], .sr-only, [inert] *), ' +
      'label:has(> [type="checkbox"], > [type="radio"])',
  )
  return [...controls].flatMap((control) => {
    const { width, height } = control.getBoundingClientRect()
    const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    return isShown && Math.min(width, height) < THUMB_PX ? [control.outerHTML.slice(0, 120)] : []
  })
}

/** Expects a control to keep the focus also after the next frame, in which browsers take it from disabled controls. */
export async function expectFocusKept(control: Locator): Promise<void> {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  await expect.element(control).toHaveFocus()
}

/** A list of tabs passes the focus on to one of its tabs. */
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"], [role="tablist"])'

/** The visible controls without a focus ring, on themselves or around them, when a key moves the focus to them. */
export async function controlsWithoutFocusRing(within: ParentNode = document): Promise<string[]> {
  // Once a key was pressed, the browser shows the focus of all controls, also if a script moves it.
  await userEvent.keyboard('{Shift}')
  const controls = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (control) => !control.matches(':disabled') && control.checkVisibility({ visibilityProperty: true }),
  )
  return controls.flatMap((control) => {
    control.focus({ preventScroll: true })
    let around: Element | null = control
    // The ring of a transparent control is transparent, too.
    const hasRing = (element: Element) =>
      getComputedStyle(element).outlineStyle === 'solid' && element.checkVisibility({ opacityProperty: true })
    while (around !== null && !hasRing(around)) around = around.parentElement
    return document.activeElement === control && around === null ? [control.outerHTML.slice(0, 120)] : []
  })
}
