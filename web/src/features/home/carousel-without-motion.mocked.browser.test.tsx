import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../ui/show-testing.tsx'
import { Carousel } from './carousel.tsx'

vi.mock('./carousel-motion.tsx', () => {
  throw new Error('The script cannot be loaded.')
})

test('without its motion script, the carousel still scrolls by buttons and arrow keys, and wraps around', async () => {
  await page.viewport(1280, 900)
  show(
    <Carousel label="Numbers" heading={<h2>Numbers</h2>} aside={null}>
      {Array.from({ length: 16 }, (_, index) => (
        <button key={index} type="button" style={{ height: 300 }}>
          {index + 1}
        </button>
      ))}
    </Carousel>,
  )
  const region = page.getByRole('region', { name: 'Numbers' })
  await region.getByRole('button', { name: 'Next slide' }).click()
  await expect.element(region.getByText('2 of 16')).toBeVisible()
  ;(region.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  // At once, since motion is reduced.
  expect(document.querySelector('[data-looping]')?.scrollLeft).toBe(0)
  await expect.element(region.getByText('1 of 16')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(region.getByRole('button', { name: '16', exact: true })).toBeInViewport()
  expect(document.querySelector('[data-looping="true"]')).toBeNull()
})
