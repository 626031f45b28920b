// Runs tests of whole screens on the real routes and network code, with scripted answers instead of a server.
import { createMemoryRouter, type RouteObject } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { answerWith, type Answers } from '../lib/answers-testing.ts'
import { mount } from '../ui/show-testing.tsx'
import Root from '../root.tsx'
import { forgetDrafts } from '../lib/draft-box.ts'
import { prepareStored, writeStored } from '../lib/local-store.ts'
import { STORED_NAMES } from '../lib/storage-keys.ts'
import AccountRoute from './account.tsx'
import AssistantWorkshopRoute from './assistant-workshop.tsx'
import AssistantsRoute from './assistants.tsx'
import AuthRoute from './auth.tsx'
import CheckoutRoute from './checkout.tsx'
import ClaimRoute from './claim.tsx'
import ConfirmEmailRoute from './confirm-email.tsx'
import ConnectionsRoute from './connections.tsx'
import ContactRoute from './contact.tsx'
import CrmRoute from './crm.tsx'
import HomeRoute from './home.tsx'
import LayoutRoute from './layout.tsx'
import NotFoundRoute from './not-found.tsx'
import PricingRoute from './pricing.tsx'
import PrivacyRoute from './privacy.tsx'
import ResetPasswordRoute from './reset-password.tsx'
import ResponsibleAiRoute from './responsible-ai.tsx'
import TermsRoute from './terms.tsx'

/** The button in the header of every page that opens the catalogue. */
export const catalogueButton = (): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'AI Assistants', exact: true })

export const ROBIN = { id: 'robin', email: 'robin@example.com', displayName: 'Robin Visitor' }

/** An answer with which the server lets Robin sign in. */
export const SIGNED_IN: Answers = {
  'POST /api/auth/sign-in/email': () =>
    Response.json({
      token: 'a-session',
      deviceToken: 'a-device',
      redirect: false,
      user: { id: ROBIN.id, email: ROBIN.email, name: ROBIN.displayName },
    }),
}

/** An answer with which the server refuses a request. */
export const refusal = (status: number, code: string, words: { title?: string; detail?: string } = {}): Response =>
  Response.json(
    { code, title: 'T', detail: 'D', ...words },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

/** The screens inside the layout, as in `routes.ts`. */
const SCREENS: RouteObject[] = [
  { path: '/', Component: HomeRoute },
  { path: '/pricing', Component: PricingRoute },
  { path: '/auth', Component: AuthRoute },
  { path: '/confirm-email', Component: ConfirmEmailRoute },
  { path: '/reset-password', Component: ResetPasswordRoute },
  { path: '/claim', Component: ClaimRoute },
  { path: '/account', Component: AccountRoute },
  { path: '/assistants', Component: AssistantsRoute },
  { path: '/assistants/:id/:tab?', Component: AssistantWorkshopRoute },
  { path: '/connections', Component: ConnectionsRoute },
  { path: '/contact', Component: ContactRoute },
  { path: '/checkout/:priceId', Component: CheckoutRoute },
  { path: '/privacy', Component: PrivacyRoute },
  { path: '/terms', Component: TermsRoute },
  { path: '/responsible-ai', Component: ResponsibleAiRoute },
  { path: '*', Component: NotFoundRoute },
]

export type Site = {
  /** The path of the current screen. */
  path(): string
  goBack(): Promise<void>
}

/** Opens the whole site at one of its screens. `isSignedIn`: as the user Robin; `isTeam`: with a token of the team. */
export async function openSite(
  path: string,
  {
    answers = {},
    isSignedIn = false,
    isTeam = false,
  }: { answers?: Answers; isSignedIn?: boolean; isTeam?: boolean } = {},
): Promise<Site> {
  answerWith(answers)
  forgetStored()
  sessionStorage.clear()
  if (isSignedIn) signIn()
  if (isTeam) {
    writeStored('teamToken', { token: 'the-team', expiresAt: '2100-01-01T00:00:00.000Z' })
    writeStored('teamAccess', 'true')
  }
  await prepareStored()
  const inLayout = { Component: LayoutRoute, children: SCREENS }
  const router = createMemoryRouter(
    [{ Component: Root, children: [inLayout, { path: '/crm', Component: CrmRoute }] }],
    { initialEntries: [path] },
  )
  onTestFinished(forgetStored)
  mount(router)
  return {
    path: () => router.state.location.pathname + router.state.location.search,
    async goBack() {
      // Browsers dispatch this event on going back; a memory router does not.
      dispatchEvent(new PopStateEvent('popstate'))
      await router.navigate(-1)
    },
  }
}

/** Signs Robin in, as another tab would. */
export function signIn(): void {
  writeStored('session', { token: 'a-session', user: ROBIN, checkedAtMs: Date.now() })
}

function forgetStored(): void {
  forgetDrafts()
  for (const name of STORED_NAMES) writeStored(name, null)
}

/** Expects each plan's figures in its own card, and "Most Popular" on exactly one. */
export async function expectPlans(
  list: Locator,
  figures: Record<string, readonly string[]>,
  popular: string,
): Promise<void> {
  expect(list.getByRole('article').elements()).toHaveLength(Object.keys(figures).length)
  for (const [name, texts] of Object.entries(figures)) {
    const card = list.getByRole('article', { name, exact: true })
    for (const text of texts) await expect.element(card.getByText(text, { exact: true })).toBeVisible()
    expect(card.getByText('Most Popular', { exact: true }).elements(), name).toHaveLength(name === popular ? 1 : 0)
  }
}
