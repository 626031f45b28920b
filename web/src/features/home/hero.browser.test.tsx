import { drawPortrait } from '#portrait/draw.ts'
import { amara } from '#portrait/people/amara.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/show-testing.tsx'
import { Hero } from './hero.tsx'

// Its voice and lips are tested in e2e/home.spec.ts.

test('with reduced motion, the face holds still even after it was asked to speak', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (address) =>
    new Request(address).url.endsWith('.svg') ? new Response(drawPortrait(amara, REST_POSE)) : Response.error(),
  )
  show(<Hero onTalk={() => {}} onCreate={() => {}} />)
  await page.getByRole('button', { name: 'Hear Amara' }).click()
  // The parts replace the still picture when the face wakes.
  const head = () => document.querySelector('[data-part="head"]')
  await expect.poll(head).not.toBeNull()
  const drawn = head()?.outerHTML
  for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame)
  expect(head()?.outerHTML).toBe(drawn)
})
