import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildServiceWorker } from './build-service-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxhall-worker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SITE = {
  'index.html': '<script src="/assets/manifest-a1.js"></script>',
  'pricing/index.html': '<p>plans</p><script src="/assets/manifest-a1.js"></script>',
  '__spa-fallback.html': '<script src="/assets/manifest-a1.js"></script>',
  'assets/manifest-a1.js': 'list',
  'assets/home-b2.js': 'home',
  'assets/crm-c3.js': 'team',
  'assets/vapi-sdk-d4.js': 'calls through Vapi',
  'face-finder/model.wasm': 'faces',
  'portraits/legal.svg': '<svg/>',
  'portraits/legal.png': 'png',
  'share/home.png': 'png',
  'manifest.webmanifest': '{}',
}

/** Writes a built site with some files changed, and returns the service worker built for it. */
async function workerOf(name: string, changes: Record<string, string> = {}): Promise<string> {
  const clientDir = join(folder, name)
  for (const [path, text] of Object.entries({ ...SITE, ...changes })) {
    mkdirSync(dirname(join(clientDir, path)), { recursive: true })
    writeFileSync(join(clientDir, path), text)
  }
  await buildServiceWorker(clientDir)
  return readFileSync(join(clientDir, 'sw.js'), 'utf8')
}

test('the worker lists the site’s pages, scripts and pictures, but not those for few visitors or other sites', async () => {
  const worker = await workerOf('first')
  for (const kept of ['/pricing', '/__spa-fallback.html', '/assets/home-b2.js', '/portraits/legal.svg']) {
    expect(worker).toContain(kept)
  }
  const rare = ['/assets/crm-c3.js', '/assets/vapi-sdk-d4.js', '/face-finder/model.wasm']
  for (const left of [...rare, '/share/home.png', '/portraits/legal.png', '/sw.js', 'index.html']) {
    expect(worker).not.toContain(left)
  }
})

test('the worker’s text changes exactly when one of its files changes', async () => {
  const first = await workerOf('same')
  cpSync(join(folder, 'same'), join(folder, 'copy'), { recursive: true })
  expect(await workerOf('copy')).toBe(first)
  expect(await workerOf('other-share', { 'share/home.png': 'another picture' })).toBe(first)
  expect(await workerOf('other-page', { 'pricing/index.html': `${SITE['pricing/index.html']} ` })).not.toBe(first)
  expect(await workerOf('other-portrait', { 'portraits/legal.svg': '<svg id="new"/>' })).not.toBe(first)
})

test('pages of two builds in one folder are refused', async () => {
  const mixed = workerOf('mixed', { 'index.html': '<script src="/assets/manifest-z9.js"></script>' })
  await expect(mixed).rejects.toThrow('the pages do not all name the same list of scripts')
})
