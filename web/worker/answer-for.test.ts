import { expect, test } from 'vitest'
import { FALLBACK_PAGE, SCREEN_PATHS } from '#contract/screens.ts'
import { answerFor } from './answer-for.ts'
import type { KeptList } from './kept-list.ts'

const ORIGIN = 'https://voxhall.example'
const KEPT: KeptList = {
  build: 'b1',
  pageMark: '/assets/manifest-1.js',
  pages: ['/', '/pricing', FALLBACK_PAGE],
  assets: ['/assets/home-1.js'],
  files: { '/portraits/legal.svg': 'sha256-abc+/=' },
}

function ask(path: string, facts: Partial<Parameters<typeof answerFor>[0]> = {}) {
  return answerFor({ method: 'GET', mode: 'cors', url: ORIGIN + path, hasRange: false, ...facts }, ORIGIN, KEPT)
}
const open = (path: string) => ask(path, { mode: 'navigate' })

test('a prerendered page is answered with its kept copy, whatever its query or trailing slash', () => {
  for (const path of ['/pricing', '/pricing/', '/pricing?period=annual']) {
    expect(open(path)).toEqual({ from: 'kept-page', page: '/pricing' })
  }
  expect(open('/?confirmed=1')).toEqual({ from: 'kept-page', page: '/' })
})

test('every screen is answered from a kept page', () => {
  const own = SCREEN_PATHS.filter((path) => !path.startsWith('/embed/'))
  for (const path of own) expect(open(path.replace(/:\w+/g, 'x')).from, path).toBe('kept-page')
  expect(open('/auth?tab=teams')).toEqual({ from: 'kept-page', page: FALLBACK_PAGE })
})

test('the embedded page comes from the server, which decides each time which site may frame it', () => {
  expect(open('/embed/culinary')).toEqual({ from: 'browser' })
})

test('an address that is not a screen is answered by the server', () => {
  expect(open('/no/such/page')).toEqual({ from: 'server-or-page', page: FALLBACK_PAGE })
  expect(open('/share/home.png')).toEqual({ from: 'browser' })
})

test('requests to the API, webhooks, mailbox, calls and payment sandbox go to the server, also as pages', () => {
  const ofTheServer = ['/api/health', '/api/docs', '/api', '/dev/mailbox', '/v1/realtime']
  const ofPayments = [
    '/api/webhooks/stripe',
    '/v1/customers',
    '/sandbox/stripe/pay/cs_1',
    '/sandbox/stripe/portal/bps_1',
  ]
  for (const path of [...ofTheServer, ...ofPayments]) {
    expect(open(path), path).toEqual({ from: 'browser' })
    expect(ask(path), path).toEqual({ from: 'browser' })
  }
})

test('files are cached under a key with the hash of their content', () => {
  expect(ask('/assets/home-1.js')).toEqual({ from: 'kept-file', key: '/assets/home-1.js' })
  expect(ask('/portraits/legal.svg')).toEqual({
    from: 'kept-file',
    key: '/portraits/legal.svg?v=sha256-abc%2B%2F%3D',
  })
  // A script of an earlier version, whose page is still open.
  expect(ask('/assets/home-0.js').from).toBe('kept-file')
  expect(ask('/portraits/legal.png').from).toBe('browser')
  expect(ask('/constructor').from).toBe('browser')
})

test('writes, range requests and requests to other sites are left to the browser', () => {
  expect(ask('/pricing', { method: 'POST', mode: 'navigate' }).from).toBe('browser')
  expect(ask('/assets/home-1.js', { hasRange: true }).from).toBe('browser')
  expect(ask('', { url: 'https://other.example/assets/home-1.js' }).from).toBe('browser')
})
