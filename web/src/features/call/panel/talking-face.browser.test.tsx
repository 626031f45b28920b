import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { prefer, show } from '../../../ui/show-testing.tsx'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { TalkingFace } from './talking-face.tsx'

const face = () => document.querySelector('[data-mouth-state]')

test.each([
  ['holds still with reduced motion', 'reduce', true],
  ['moves slightly otherwise', 'no-preference', false],
] as const)('a face that is not speaking %s', async (_, motion, isStill) => {
  await prefer({ 'reduced-motion': motion })
  const { call } = createScriptedCall()
  show(
    <TalkingFace assistant={{ id: 'culinary', name: 'Nora', image: '' }} call={call} speaking={false} small={false} />,
  )
  await expect.element(page.getByRole('img', { name: 'Nora' })).toBeVisible()
  const shapes = new Set<string | undefined>()
  for (let frame = 0; frame < 30; frame += 1) {
    await new Promise(requestAnimationFrame)
    // The first frames may still show the face as it was drawn.
    if (frame >= 5) shapes.add(face()?.innerHTML)
  }
  expect(shapes.size === 1).toBe(isStill)
})
