import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'

test('a field is associated with its label, its hint and its error', () => {
  const html = renderToStaticMarkup(<Field label="Name" optional hint="As on the door." error="Too long." />)
  const [input = ''] = /<input[^>]*>/.exec(html) ?? []
  const valueOf = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? ''
  expect(html).toContain(`<label for="${valueOf(' id')}"`)
  expect(valueOf('aria-invalid')).toBe('true')
  const wordsAt = (id: string) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]
  const described = valueOf('aria-describedby').split(' ')
  expect(described.map(wordsAt)).toEqual(['Optional', 'As on the door.', 'Too long.'])
})
