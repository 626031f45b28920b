import { expect, it } from 'vitest'
import { BUILD_ORIGIN } from '#contract/screens.ts'
import { withPublicOrigin } from './page-head.ts'

const PAGE = `<html data-origin="${BUILD_ORIGIN}"><link rel="canonical" href="${BUILD_ORIGIN}/pricing"><p>words</p>`

it.each([
  ['https://voxhall.example', 'https://voxhall.example'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['HTTPS://Voxhall.Example:8443', 'https://voxhall.example:8443'],
])('puts %s in place of the build’s placeholder', (publicUrl, origin) => {
  expect(withPublicOrigin(PAGE, publicUrl)).toBe(
    `<html data-origin="${origin}"><link rel="canonical" href="${origin}/pricing"><p>words</p>`,
  )
})
