import type { Locator, Page } from '@playwright/test'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

// People as most of them come: with motion.
test.use({ contextOptions: {} })

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const carousel = (page: Page) => page.locator('[aria-roledescription="carousel"]')
const slides = (page: Page) => carousel(page).locator('[aria-roledescription="slide"]')

interface SlidesInView {
  /** As they are labelled, from left to right. */
  labels: string[]
  /** The first one stands where the section's text begins, to a pixel. */
  isAligned: boolean
}

/** Those whose whole card is on the screen. */
async function inView(page: Page): Promise<SlidesInView> {
  return carousel(page).evaluate((region) => {
    const edge = region.getBoundingClientRect()
    const cards = [...region.querySelectorAll('[aria-roledescription="slide"]')]
      .map((slide) => {
        const { left, right } = (slide.firstElementChild ?? slide).getBoundingClientRect()
        return { label: slide.getAttribute('aria-label') ?? '', left: left - edge.left, right: right - edge.left }
      })
      .filter(({ left, right }) => left > -2 && right < edge.width + 2)

      .toSorted((one, other) => one.left - other.left)
    return { labels: cards.map(({ label }) => label), isAligned: Math.abs(cards[0]?.left ?? Number.NaN) <= 1.5 }
  })
}

async function expectInView(page: Page, numbers: readonly number[]): Promise<void> {
  const labels = numbers.map((number) => `${number} of 16`)
  await expect.poll(() => inView(page)).toEqual({ labels, isAligned: true })
}

/** The carousel on screen, its motion loaded. */
async function openCarousel(page: Page): Promise<Locator> {
  await page.goto('/')
  const region = carousel(page)
  await region.scrollIntoViewIfNeeded()
  await expect(region.locator('[data-looping="true"]')).toBeAttached()
  return region
}

test.describe('the carousel', () => {
  for (const { width, perView } of [
    { width: 390, perView: 1 },
    { width: 767, perView: 1 },
    { width: 768, perView: 2 },
    { width: 800, perView: 2 },
    { width: 1024, perView: 3 },
    { width: 1280, perView: 3 },
    { width: 1920, perView: 3 },
  ]) {
    test(`shows ${perView} of the sixteen at ${width} px, the first at the start`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const region = await openCarousel(page)
      await expect(slides(page)).toHaveCount(16)
      await expectInView(
        page,
        Array.from({ length: perView }, (_, index) => index + 1),
      )
      const buttons = region.getByRole('button', { name: /^(Previous|Next) slide$/ })
      await expect(buttons).toHaveCount(width < 768 ? 0 : 2)
    })
  }

  test('goes round both ways with its buttons', async ({ page }) => {
    await page.setViewportSize(DESK)
    const region = await openCarousel(page)
    await region.getByRole('button', { name: 'Previous slide' }).click()
    await expectInView(page, [16, 1, 2])
    await expect(region.getByText('16 of 16')).toBeVisible()
    const next = region.getByRole('button', { name: 'Next slide' })
    for (const first of [1, 2, 3]) {
      await next.click()
      await expectInView(page, [first, first + 1, first + 2])
    }
  })

  test('goes round both ways with the arrow keys', async ({ page }) => {
    await page.setViewportSize(DESK)
    const region = await openCarousel(page)
    await region.focus()
    await page.keyboard.press('ArrowLeft')
    await expectInView(page, [16, 1, 2])
    await page.keyboard.press('ArrowRight')
    await expectInView(page, [1, 2, 3])
  })

  test('brings whoever is reached with Tab into view, and lets Tab out again', async ({ page }) => {
    await page.setViewportSize(DESK)
    const region = await openCarousel(page)
    await slides(page).first().getByRole('link').focus()
    await expectInView(page, [1, 2, 3])
    for (const index of [1, 2]) {
      await page.keyboard.press('Tab')
      await expect(slides(page).nth(index).getByRole('link')).toBeFocused()
    }
    await expectInView(page, [1, 2, 3])
    await page.keyboard.press('Tab')
    await expectInView(page, [4, 5, 6])
    await slides(page).last().getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(region.locator(':focus')).toHaveCount(0)
  })

  test('follows a drag and takes it for no press', async ({ page }) => {
    await page.setViewportSize(DESK)
    await openCarousel(page)
    const box = await slides(page).nth(1).boundingBox()
    if (box === null) throw new Error('The second slide is nowhere.')
    const y = Math.min(Math.max(box.y + 60, 100), 700)
    await page.mouse.move(box.x + 200, y)
    await page.mouse.down()
    await page.mouse.move(box.x - 60, y + 4, { steps: 6 })
    await page.mouse.up()
    await expect.poll(async () => (await inView(page)).labels[0]).not.toBe('1 of 16')
    await expect(page).toHaveURL('/')
  })

  test('jumps instead of sliding where motion is unwelcome', async ({ page }) => {
    await page.setViewportSize(DESK)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const region = await openCarousel(page)
    await region.getByRole('button', { name: 'Next slide' }).click()
    const places = await carousel(page).evaluate(async (element) => {
      const seen = new Set<number>()
      for (let frame = 0; frame < 12; frame += 1) {
        seen.add(
          Math.round(element.querySelector('[aria-label="2 of 16"]')?.getBoundingClientRect().left ?? Number.NaN),
        )
        await new Promise(requestAnimationFrame)
      }
      return seen.size
    })
    expect(places).toBeLessThanOrEqual(2)
    await expectInView(page, [2, 3, 4])
  })

  test('sends strangers to sign up and opens the call for those who may', async ({ page, context, server }) => {
    await page.setViewportSize(DESK)
    await openCarousel(page)
    await slides(page).first().getByRole('link', { name: 'Sign up to talk' }).click()
    await expect(page).toHaveURL('/auth')
    await signInContext(context, await signUpAndConfirm(server.url))
    await page.goto('/')
    await slides(page).nth(1).getByRole('button', { name: 'Talk' }).click()
    await expect(page.getByRole('dialog', { name: 'Talk with Marcus' })).toBeVisible()
  })
})

test.describe('the carousel without its motion', () => {
  test.use({ allowedErrors: [/carousel-motion|ERR_FAILED/] })

  test('scrolls by its buttons and arrow keys all the same, and goes round', async ({ page }) => {
    await page.setViewportSize(DESK)
    await page.route(/carousel-motion/, (route) => route.abort())
    await page.goto('/')
    const region = carousel(page)
    await region.scrollIntoViewIfNeeded()
    await region.getByRole('button', { name: 'Next slide' }).click()
    await expectInView(page, [2, 3, 4])
    await region.focus()
    await page.keyboard.press('ArrowLeft')
    await expectInView(page, [1, 2, 3])
    await page.keyboard.press('ArrowLeft')
    await expectInView(page, [14, 15, 16])
  })
})

/** Until Amara says her first word. Looked for in every frame: it is short. */
async function untilFirstWord(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-spoken="now"]')?.textContent === 'Amara,')
}

test.describe('the hero', () => {
  test('holds banner, headline, face and Talk on the first screen of a phone', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    for (const seen of [
      page.getByText('Introducing AI Assistants: Integrate conversational AI into your digital workflows'),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'Talk with Amara' }),
      page.getByRole('button', { name: 'Hear Amara' }),
    ]) {
      await expect(seen).toBeInViewport({ ratio: 1 })
    }
  })

  test('offers to make an assistant', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Starting for just $9.99/month')).toBeVisible()
    await page.getByRole('button', { name: 'Create an assistant for your business today' }).click()
    await expect(page.getByRole('dialog', { name: /^Customize/ })).toBeVisible()
  })

  test('leads a stranger who wants to talk to signing up', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Talk with Amara' }).click()
    await expect(page).toHaveURL('/auth')
  })

  test('mouths its line silently, word by word, and nothing on the page moves from its place', async ({ page }) => {
    const sounds: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.wav')) sounds.push(request.url())
    })
    await page.goto('/')
    const talk = page.getByRole('button', { name: 'Talk with Amara' })
    const before = await talk.boundingBox()
    const now = page.locator('[data-spoken="now"]')
    const line = page.locator('[data-niche="healthcare"] > svg path')
    await untilFirstWord(page)
    await expect(line).toHaveAttribute('d', /Q/)
    expect(await talk.boundingBox()).toEqual(before)
    await expect(now).toHaveCount(0)
    expect(await line.getAttribute('d')).not.toContain('Q')
    expect(sounds).toEqual([])
  })

  test('is heard when asked to, until the end or until it is stopped', async ({ page }) => {
    await page.goto('/')
    const hear = page.getByRole('button', { name: 'Hear Amara' })
    const stop = page.getByRole('button', { name: 'Stop' })
    await hear.click()
    await untilFirstWord(page)
    await stop.click()
    await expect(page.locator('[data-spoken="now"]')).toHaveCount(0)
    await hear.click()
    await expect(stop).toBeVisible()
    await expect(hear).toBeVisible()
  })

  test('stands still where motion is unwelcome, and speaks with moving lips when asked to', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Hear Amara' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(page.locator('[data-part="mouth-cavity"]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Hear Amara' }).click()
    await untilFirstWord(page)
    await expect(page.locator('[data-part="mouth-cavity"]')).toHaveCount(1)
  })

  test('holds still when told to', async ({ page }) => {
    await page.goto('/')
    const hold = page.getByRole('button', { name: 'Hold Amara still' })
    await expect(page.locator('[data-spoken="now"]')).toHaveCount(1)
    await hold.click()
    await expect(hold).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-spoken="now"]')).toHaveCount(0)
  })

  test.describe('when the voice does not answer', () => {
    test.use({ allowedErrors: [/503/] })

    test('lives on, keeps its caption, and says so when asked for sound', async ({ page }) => {
      await page.route('**/api/assistants/**', (route) => route.fulfill({ status: 503, body: '' }))
      await page.goto('/')
      await expect(page.locator('[data-part="mouth-cavity"]')).toHaveCount(1)
      await expect(page.getByText('Amara,')).toBeVisible()
      await page.getByRole('button', { name: 'Hear Amara' }).click()
      await expect(page.getByText('Amara cannot be heard just now')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hear Amara' })).toBeVisible()
    })
  })
})

test('the studio tells more, and less again', async ({ page }) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: 'A voice of your own for your website' })
  for (const bullet of [
    'Custom AI voice assistant for your website',
    'Acquire a dedicated phone number',
    'Natural voice conversations',
    'Easy website integration with no coding',
  ]) {
    await expect(section.getByText(bullet, { exact: true })).toBeVisible()
  }
  const quotes = section.getByRole('heading', { name: 'What Our Customers Say' })
  await expect(quotes).toBeHidden()
  const more = section.getByRole('button', { name: 'Learn More' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect(quotes).toBeVisible()
  await expect(section.getByRole('blockquote')).toHaveCount(3)
  const less = section.getByRole('button', { name: 'Show Less' })
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  await less.click()
  await expect(quotes).toBeHidden()
})

test.describe('the header on a phone', () => {
  test.use({ viewport: PHONE })

  test('opens a menu that Escape, a press beside it and a new screen close', async ({ page }) => {
    await page.goto('/')
    const banner = page.getByRole('banner')
    const toggle = banner.getByRole('button', { name: /the menu$/ })
    const plans = banner.getByRole('link', { name: 'Plans & Pricing' })
    await toggle.click()
    await expect(plans).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(plans).toBeHidden()
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(banner.getByRole('button', { name: 'AI Assistants' })).toBeFocused()
    await page.mouse.click(195, 600)
    await expect(plans).toBeHidden()
    await toggle.click()
    await plans.click()
    await expect(page).toHaveURL('/pricing')
    await expect(plans).toBeHidden()
    // The new screen is there: it takes the focus.
    await expect(page.getByRole('main')).toBeFocused()
    await toggle.click()
    await expect(plans).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(plans).toBeHidden()
  })
})
