import { chromium, type Page } from '@playwright/test'
import { startServer } from '../../e2e/support/server.ts'
import { enterTeam, teamContext } from '../../e2e/support/team.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { ensureChromium } from '../../scripts/ensure-chromium.ts'

const LISTS = [
  { what: 'a page of the subscriptions is painted', path: '/crm' },
  { what: 'a page of the e-mail follow-ups is painted', path: '/crm?tab=emails' },
] as const

/**
 * Measures in the built web app how long Chromium takes from the last byte of a page of rows until the rows are
 * painted, for several pages of each list. The phone is simulated with a small screen and a processor four times
 * slower. The server that uses this data folder must not be running.
 * @param pages how many pages to turn on the desktop; half as many on the phone
 */
export async function measureRendering(
  dataDir: string,
  pages: number,
): Promise<{ what: string; desk: number[]; phone: number[] }[]> {
  await buildWeb()
  const server = await startServer({ dataDir })
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const token = await enterTeam(server.url)
    const measured = []
    for (const { what, path } of LISTS) {
      const times = { desk: [] as number[], phone: [] as number[] }
      for (const [device, viewport, slowdown] of [
        ['desk', { width: 1280, height: 900 }, 1],
        ['phone', { width: 390, height: 844 }, 4],
      ] as const) {
        const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
        await teamContext(context, server.url, token)
        const page = await context.newPage()
        await page.goto(`${server.url}${path}`)
        await page.locator('tr[data-row]').first().waitFor()
        const devTools = await context.newCDPSession(page)
        await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        await turn(page)
        for (let count = 0; count < pages / (slowdown > 1 ? 2 : 1); count += 1) times[device].push(await turn(page))
        await context.close()
      }
      measured.push({ what, ...times })
    }
    return measured
  } finally {
    await browser.close()
    await server.stop()
  }
}

/**
 * Presses "Next".
 * @returns milliseconds from the end of the response to the paint
 */
function turn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const firstRow = () => document.querySelector('tr[data-row]')?.getAttribute('data-row')
    const before = firstRow()
    performance.clearResourceTimings()
    const painted = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (firstRow() === before) return
        observer.disconnect()
        requestAnimationFrame(() => {
          // The message is delivered after the frame has been painted.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now()))
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    const next = [...document.querySelectorAll('button')].find((button) => button.textContent.includes('Next'))
    if (!next || next.disabled) throw new Error('there is no next page')
    next.click()
    const paintedMs = await painted
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = answers.filter(({ name }) => /\/api\/crm\/(?:subscribers|emails)\?/.test(name)).at(-1)
    if (!answer) throw new Error('no page was asked for')
    return paintedMs - answer.responseEnd
  })
}
