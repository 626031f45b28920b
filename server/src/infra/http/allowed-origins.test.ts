import { expect, it } from 'vitest'
import { createOriginCheck, createOwnOriginCheck } from './allowed-origins.ts'

const isAllowed = createOriginCheck({
  PUBLIC_URL: 'https://voxhall.example',
  ALLOWED_ORIGINS: ['https://shop.example'],
})

it.each([
  ['the site itself', 'https://voxhall.example', 'voxhall.example', true],
  ['the site behind a proxy', 'https://voxhall.example', '10.0.0.1:3000', true],
  ['the site by another name', 'http://localhost:3000', 'localhost:3000', true],
  ['a page that was allowed', 'https://shop.example', 'voxhall.example', true],
  ['another site', 'https://evil.example', 'voxhall.example', false],
  ['another port', 'http://localhost:4000', 'localhost:3000', false],
  ['a look-alike', 'https://voxhall.example.evil.example', 'voxhall.example', false],
  ['a sandboxed frame', 'null', 'voxhall.example', false],
])('%s', (_, origin, host, expected) => {
  expect(isAllowed(origin, host)).toBe(expected)
})

it.each([true, false])(
  'a page on another host name of this server counts as ours only in local mode: %s',
  (localMode) => {
    const isOwn = createOwnOriginCheck({ PUBLIC_URL: 'https://voxhall.example', localMode })
    expect(isOwn('https://voxhall.example', 'voxhall.example')).toBe(true)
    expect(isOwn('http://rebound.example', 'rebound.example')).toBe(localMode)
    expect(isOwn('https://rival.example', 'voxhall.example')).toBe(false)
  },
)
