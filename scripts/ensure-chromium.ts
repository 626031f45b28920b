import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { repositoryRoot } from './repository-root.ts'
import { runCommand } from './run-command.ts'

/** Chromium without windows, as Debian packages it. The journeys take a quarter less time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell'
/** The fonts that the pages show until their own have arrived. */
const FALLBACK_FONTS = 'fonts-liberation'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** How the tests start Chromium, to do the same with less work. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // The optimising compiler's work in the background is not worth its time in pages that live for seconds.
  '--js-flags=--no-opt',
  // Fewer processes pass messages on.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
]
const INSTALL_TIMEOUT_MS = 5 * 60_000

/**
 * Finds or installs a Chromium for the browser tests and returns its path. Tried in this order: CHROMIUM_PATH, the
 * headless shell, Debian's package of it (as root only), any other Chromium, Playwright's download.
 * @throws Error saying what was tried
 */
export async function ensureChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH names no program: ${named}`)
  }
  const shell = onPath([HEADLESS_SHELL])
  if (shell) return shell
  const tried = [await installFromDebian()]
  const found = findChromium()
  if (found) return found
  tried.push(await installFromPlaywright())
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    `No Chromium for the browser tests. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}\n` +
      'Install one and run again, or name it in CHROMIUM_PATH.',
  )
}

function findChromium(): string | undefined {
  return onPath([HEADLESS_SHELL, ...BROWSERS]) ?? [MAC, chromium.executablePath()].find(isProgram)
}

function onPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

async function installFromDebian(): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'apt-get: needs root on Debian or Ubuntu'
  console.log('Installing Chromium with apt-get (once) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runCommand({ command: 'apt-get', args: ['update', '-q'], env, timeoutMs: INSTALL_TIMEOUT_MS })
  if (update.exitCode !== 0) return `apt-get update: ${lastLine(update.output)}`
  const args = ['install', '-y', '-q', '--no-install-recommends', HEADLESS_SHELL, FALLBACK_FONTS]
  const install = await runCommand({ command: 'apt-get', args, env, timeoutMs: INSTALL_TIMEOUT_MS })
  return `apt-get install ${HEADLESS_SHELL}: ${install.exitCode === 0 ? 'done' : lastLine(install.output)}`
}

async function installFromPlaywright(): Promise<string> {
  console.log("Downloading Playwright's Chromium (once) …")
  const args = [join(repositoryRoot, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']
  const install = await runCommand({ command: process.execPath, args, timeoutMs: INSTALL_TIMEOUT_MS })
  return `playwright install chromium: ${install.exitCode === 0 ? 'done' : lastLine(install.output)}`
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? 'no output'
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
