// What tests of parts of the pages stand on: the site's own styles, in a real browser.
import '../app.css'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { toast } from 'sonner'
import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** A phone, a tablet, a desk, a wide screen. */
const WIDTHS_PX = [390, 800, 1280, 1920]

/** Shows a part of a page on its own, at `/`; every link in it leads to an empty page. */
export function show(part: ReactNode): void {
  mount(createMemoryRouter([{ path: '/', element: part }, { path: '*' }]))
}

/** Until the test is over. */
export function mount(router: ReturnType<typeof createMemoryRouter>): void {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    // Notices are kept beside the pages.
    toast.dismiss()
    root.unmount()
    router.dispose()
    container.remove()
  })
  root.render(<RouterProvider router={router} />)
}

/** As a person's system asks for it, until the test is over. */
export async function prefer(feature: 'color-scheme' | 'reduced-motion', value: string): Promise<void> {
  const devTools = cdp() as unknown as { send(method: string, params: object): Promise<void> }
  const ask = (asked: string) =>
    devTools.send('Emulation.setEmulatedMedia', { features: [{ name: `prefers-${feature}`, value: asked }] })
  await ask(value)
  onTestFinished(() => ask(''))
}

/** Looks at the same thing at each width. */
export async function atEveryWidth(look: () => Promise<void>, widthsPx: readonly number[] = WIDTHS_PX): Promise<void> {
  for (const width of widthsPx) {
    await page.viewport(width, 900)
    await look()
  }
}

/**
 * Each rule of axe that the page breaks as it is now, with the element that breaks it, once what ends has ended. Contrast is
 * looked at in the other theme as well, and the theme is as before afterwards.
 */
export async function violations(): Promise<string[]> {
  const [theme, other] = matchMedia('(prefers-color-scheme: dark)').matches
    ? (['dark', 'light'] as const)
    : (['light', 'dark'] as const)
  const found = await violationsNow()
  try {
    await setColorScheme(other)
    const inTheOther = await violationsNow(['color-contrast'])
    return [...found, ...inTheOther.map((violation) => `in the ${other} theme: ${violation}`)]
  } finally {
    await setColorScheme(theme)
  }
}

async function violationsNow(rules?: string[]): Promise<string[]> {
  // A dialog that is still fading in has the contrast of neither here nor there. What moves for ever is not waited for. The
  // state is asked for in each frame: where an element is covered, Chromium can leave `finished` pending for good.
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
  // The page around the tests is the runner's.
  const { violations: found } = await axe.run(document, {
    ...(rules === undefined ? {} : { runOnly: rules }),
    rules: { 'page-has-heading-one': { enabled: rules === undefined }, 'html-has-lang': { enabled: false } },
  })
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}

/** The theme that the person's system asks for. */
export async function setColorScheme(scheme: 'light' | 'dark'): Promise<void> {
  // Playwright's session has it; the runner's types are those of any browser.
  const session = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
}
