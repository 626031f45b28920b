import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readStored, writeStored } from '../lib/local-store.ts'
import { notify } from '../lib/notify.ts'
import { atEveryWidth, dialog, NARROW_AND_WIDE_PX } from '../ui/show-testing.tsx'
import { catalogueButton, openSite, ROBIN, signIn } from './site-testing.tsx'

// Parts of every page are tested on the contact page, which is smaller than the home page.
const CREATE = 'Create an assistant for your business today'
async function visible(text: string): Promise<void> {
  await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
}

test('the home page has the specified texts', async () => {
  await openSite('/')
  await atEveryWidth(async () => {
    await visible('Introducing AI Assistants: Integrate conversational AI into your digital workflows')
    await visible('Starting for just $9.99/month')
    await expect.element(page.getByRole('heading', { level: 1, name: /personal AI Assistants/i })).toBeVisible()
    await expect.element(page.getByRole('button', { name: CREATE, exact: true }).first()).toBeVisible()
    await expect
      .element(page.getByRole('heading', { name: 'AI Avatars for Every Industry', exact: true }))
      .toBeVisible()
    await visible('Discover specialized AI assistants designed for your field')
  })
})

test('on a phone, banner, headline, face and Talk fit on the first screen', async () => {
  await page.viewport(390, 844)
  await openSite('/')
  for (const seen of [
    page.getByText('Introducing AI Assistants: Integrate conversational AI into your digital workflows'),
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Talk with Amara' }),
    page.getByRole('button', { name: 'Hear Amara' }),
  ]) {
    await expect.element(seen).toBeInViewport({ ratio: 1 })
  }
})

test('signed-out visitors who want to talk are sent to sign up', async () => {
  const site = await openSite('/')
  const slide = page.getByRole('article', { name: 'Marcus', exact: true })
  await expect.element(slide.getByText('Sign up to talk')).toHaveAccessibleDescription('Marcus')
  await page.getByRole('button', { name: 'Talk with Amara' }).click()
  await expect.poll(() => site.path()).toBe('/auth')
})

test('people who are signed in can talk with an assistant of the carousel', async () => {
  await openSite('/', { isSignedIn: true })
  const talk = page.getByRole('group', { name: '2 of 16', exact: true }).getByRole('button', { name: 'Talk' })
  await expect.element(talk).toHaveAccessibleDescription('Marcus')
  await talk.click()
  await expect.element(dialog('Talk with Marcus')).toBeVisible()
})

test('the studio section expands and collapses', async () => {
  await openSite('/')
  const section = page.getByRole('region', { name: 'A voice of your own for your website' })
  for (const bullet of [
    'Custom AI voice assistant for your website',
    'Acquire a dedicated phone number',
    'Natural voice conversations',
    'Easy website integration with no coding',
  ]) {
    await expect.element(section.getByText(bullet, { exact: true })).toBeVisible()
  }
  const quotes = section.getByRole('heading', { name: 'What Our Customers Say' })
  await expect.element(quotes).not.toBeInTheDocument()
  await section.getByRole('button', { name: 'Learn More' }).click()
  await expect.element(quotes).toBeVisible()
  expect(section.getByRole('blockquote').elements()).toHaveLength(3)
  for (const initials of ['MO', 'JR', 'PN']) await visible(initials)
  const less = section.getByRole('button', { name: 'Show Less' })
  await expect.element(less).toHaveAttribute('aria-expanded', 'true')
  await less.click()
  await expect.element(quotes).not.toBeInTheDocument()
})

test('the first press of Tab shows a link that skips the header', async () => {
  await openSite('/contact')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect.element(skip).not.toBeInViewport()
  await userEvent.tab()
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toBeInViewport({ ratio: 1 })
  const target = document.querySelector(skip.element().getAttribute('href') ?? '')
  expect(target).toBe(page.getByRole('main').element())
})

test('the header has its links for signed-out visitors', async () => {
  await openSite('/contact')
  const banner = page.getByRole('banner')
  await atEveryWidth(async () => {
    const menu = banner.getByRole('button', { name: 'Open the menu' })
    if (innerWidth < 768) await menu.click()
    await expect.element(banner.getByRole('button', { name: 'AI Assistants', exact: true })).toBeVisible()
    await expect.element(banner.getByRole('link', { name: 'Plans & Pricing', exact: true })).toBeVisible()
    await expect.element(banner.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    await expect
      .element(banner.getByRole('link', { name: 'Subscribe now', exact: true }))
      .toHaveAttribute('href', '/auth')
    await expect.element(banner).toHaveStyle({ position: 'fixed' })
    if (innerWidth < 768) await userEvent.keyboard('{Escape}')
  })
  await expect.element(page.getByRole('contentinfo').getByRole('navigation', { name: 'Footer' })).toBeVisible()
})

test('for a person who is signed in, the header has an account menu, in one line at every width', async () => {
  const site = await openSite('/contact')
  const banner = page.getByRole('banner')
  const widths = [768, 800, 863, 864, 1023, 1024]
  const main = banner.getByRole('navigation', { name: 'Main' })
  const others = [
    main.getByRole('button', { name: 'AI Assistants' }),
    main.getByRole('link', { name: 'Plans & Pricing' }),
    main.getByRole('link', { name: 'Subscribe now' }),
  ]
  const placesAtAll = async (lookAt: (width: number) => Promise<void>) => {
    const places = []
    for (const width of widths) {
      await page.viewport(width, 700)
      await lookAt(width)
      for (const other of others) {
        await expect.element(other).toBeVisible()
        places.push(other.element().getBoundingClientRect().toJSON())
      }
    }
    return places
  }
  const before = await placesAtAll(async () => {})
  signIn()
  await expect.element(banner.getByRole('button', { name: 'Log out' })).toBeVisible()
  const own = banner.getByRole('button', { name: /, your account$/ })
  await expect.element(own).toHaveAccessibleName('Robin, your account')
  const places = await placesAtAll(async (width) => {
    await expect.element(own).toBeVisible()
    const logo = banner.getByRole('link', { name: 'Voxhall, home' }).element().getBoundingClientRect()
    const link = own.element().getBoundingClientRect()
    expect(link.x, `${width} px`).toBeGreaterThan(logo.right)
    expect(link.height, `${width} px`).toBe(44)
  })
  expect(places, 'nothing else moves').toEqual(before)
  await expect.element(banner.getByRole('link', { name: 'Subscribe now' })).toHaveAttribute('href', '/pricing')
  await expect.element(own.getByText('Robin', { exact: true })).toBeVisible()
  writeStored('session', { token: 'a-session', user: { ...ROBIN, displayName: ' ' }, checkedAtMs: Date.now() })
  await expect.element(own.getByText('robin', { exact: true })).toBeVisible()
  await expect.element(own).toHaveAttribute('aria-expanded', 'false')
  await own.click()
  await expect.element(own).toHaveAttribute('aria-expanded', 'true')
  const menu = banner.getByRole('navigation', { name: 'Your account' })
  expect(
    menu
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Your account', 'My assistants'])
  await userEvent.keyboard('{Escape}')
  await expect.element(own).toHaveFocus()
  await own.click()
  await menu.getByRole('link', { name: 'My assistants' }).click()
  expect(site.path()).toBe('/assistants')
})

test('on a phone, the header’s menu closes on Escape, a press outside, a new screen and going back', async () => {
  await page.viewport(390, 844)
  const site = await openSite('/contact')
  const banner = page.getByRole('banner')
  const toggle = banner.getByRole('button', { name: /the menu$/ })
  const plans = banner.getByRole('link', { name: 'Plans & Pricing' })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect.element(plans).toBeVisible()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  await userEvent.tab()
  await expect.element(banner.getByRole('button', { name: 'AI Assistants' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(plans).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(plans).toBeVisible()
  ;(page.getByRole('main').element() as HTMLElement).focus()
  await expect.element(plans).not.toBeInTheDocument()
  await toggle.click()
  await expect.element(plans).toBeVisible()
  await userEvent.click(document.body, { position: { x: 195, y: 600 } })
  await expect.element(plans).not.toBeInTheDocument()
  await toggle.click()
  await plans.click()
  await expect.poll(() => site.path()).toBe('/pricing')
  await expect.element(plans).not.toBeInTheDocument()
  // The focus shows that the new screen has been rendered.
  await expect.element(page.getByRole('main')).toHaveFocus()
  await toggle.click()
  await expect.element(plans).toHaveAttribute('aria-current', 'page')
  await userEvent.tab()
  await site.goBack()
  await expect.element(plans).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  expect(site.path()).toBe('/pricing')
})

test('on a phone, the menu of a person who is signed in opens their calls and logs out, and no notice covers it', async () => {
  await page.viewport(390, 844)
  const site = await openSite('/contact', {
    isSignedIn: true,
    answers: { 'GET /api/calls': () => Response.json({ calls: [], nextBefore: null }) },
  })
  const banner = page.getByRole('banner')
  const menu = banner.getByRole('button', { name: 'Open the menu' })
  notify({ kind: 'plain', title: 'A notice', durationMs: 60_000 })
  await expect.element(page.getByText('A notice')).toBeVisible()
  await menu.click()
  const items = banner.getByRole('navigation', { name: 'Main' })
  for (const item of items.getByRole('button').or(items.getByRole('link')).elements()) {
    const { left, top } = item.getBoundingClientRect()
    const isUncovered = () => item.contains(document.elementFromPoint(left + 20, top + 20))
    await expect.poll(isUncovered, { message: item.textContent }).toBe(true)
  }
  await banner.getByRole('button', { name: 'Your calls' }).click()
  await expect.element(dialog('Your calls')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await menu.click()
  await banner.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => site.path()).toBe('/')
  expect(readStored('session')).toBeNull()
})

test('a member of the team without an account can log out, and has no account menu', async () => {
  await openSite('/contact', { isTeam: true })
  const banner = page.getByRole('banner')
  await expect.element(banner.getByRole('button', { name: 'Log out' })).toBeVisible()
  expect(banner.getByRole('button', { name: /, your account$/ }).elements()).toEqual([])
  await banner.getByRole('button', { name: 'Log out' }).click()
  await expect.element(banner.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(localStorage.getItem('teamAccess')).toBeNull()
})

test('the catalogue shows each assistant with the button for this visitor', async () => {
  const site = await openSite('/contact')
  await catalogueButton().click()
  const cards = dialog('AI Assistants').getByRole('article')
  const marcus = cards.filter({ hasText: 'with Marcus' })
  await atEveryWidth(async () => {
    await expect.element(cards).toHaveLength(16)
    expect(cards.getByRole('button', { name: 'Sign up to talk', exact: true }).elements()).toHaveLength(16)
    await expect.element(marcus.getByText('Finance', { exact: true })).toBeVisible()
    await expect.element(marcus.getByText('with Marcus', { exact: true })).toBeVisible()
  }, NARROW_AND_WIDE_PX)
  await expect.element(marcus.getByRole('button')).toHaveAccessibleDescription('with Marcus')
  await marcus.getByRole('button').click()
  await expect.poll(() => site.path()).toBe('/auth')
})

test('the catalogue filters by label and words, says how many it found, and can be reset', async () => {
  await openSite('/contact', { isSignedIn: true })
  await catalogueButton().click()
  const catalogue = dialog('AI Assistants')
  const status = async (text: string) => {
    await expect.element(catalogue.getByRole('status').getByText(text, { exact: true })).toBeVisible()
  }
  await status('All 16 assistants')
  expect(catalogue.getByRole('button', { name: 'Talk', exact: true }).elements()).toHaveLength(16)
  const allFields = catalogue.getByRole('button', { name: 'All fields' })
  await expect.element(allFields).toHaveAttribute('aria-pressed', 'true')
  await catalogue.getByRole('button', { name: 'Behavioral Health' }).click()
  await status('1 assistant')
  await expect.element(allFields).toHaveAttribute('aria-pressed', 'false')
  await catalogue.getByLabelText('Search assistants').fill('WIFI')
  await status('0 assistants')
  await allFields.click()
  await status('1 assistant')
  await catalogue.getByRole('button', { name: 'Clear the search' }).click()
  await status('All 16 assistants')
  await expect.element(catalogue.getByLabelText('Search assistants')).toHaveFocus()
  await catalogue.getByLabelText('Search assistants').fill('zeppelin')
  await status('0 assistants')
  await catalogue.getByRole('button', { name: 'Show all assistants' }).click()
  await status('All 16 assistants')
})

test('a notice says that the browser is offline, also to screen readers, until it is online again', async () => {
  await openSite('/', { isSignedIn: true })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Screen readers announce only what is added to a region that they know already.
  const regions = [...document.querySelectorAll('[aria-live=polite]')]
  const offline = page.getByRole('status').filter({ hasText: 'You are offline.' })
  const changes: Node[] = []
  const observer = new MutationObserver((records) => changes.push(...records.map(({ target }) => target)))
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await expect.element(offline).toBeVisible()
  expect(regions).toContain(document.querySelector('[data-site-notice]')?.parentElement)
  expect(changes, 'the text comes after its region').toContain(offline.element())
  observer.disconnect()

  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'See all' }).click()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  const content = () => dialog('AI Assistants').element().lastElementChild?.getBoundingClientRect().bottom
  const notice = Math.round(document.querySelector('[data-site-notice]')?.getBoundingClientRect().top ?? 0)
  await expect.poll(content, { message: 'the dialog ends above the notice' }).toBe(notice)
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.element(offline).not.toBeInTheDocument()
  await expect.poll(content, { message: 'and fills the screen again' }).toBe(844)
})
