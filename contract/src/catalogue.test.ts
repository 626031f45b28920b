import { expect, it } from 'vitest'
import { CATALOGUE } from './catalogue.ts'

it('has sixteen assistants with distinct ids', () => {
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(16)
})

// Pages that know only an assistant's id build the picture's address from it (web/src/ui/portrait-picture.tsx).
it.each(CATALOGUE)('the picture of $name has the address that is derived from the id', ({ id, image }) => {
  expect(image).toBe(`/portraits/${id}.svg`)
})
