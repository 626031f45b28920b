import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('routes/layout.tsx', [
    index('routes/home.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('auth', 'routes/auth.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('confirm-email', 'routes/confirm-email.tsx'),
    route('claim', 'routes/claim.tsx'),
    route('checkout/:priceId', 'routes/checkout.tsx'),
    route('account', 'routes/account.tsx'),
    route('assistants', 'routes/assistants.tsx'),
    route('assistants/:id/:tab?', 'routes/assistant-workshop.tsx'),
    route('connections', 'routes/connections.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('responsible-ai', 'routes/responsible-ai.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('a/:slug', 'routes/assistant-page.tsx'),
  route('crm', 'routes/crm.tsx'),
  route('embed/:assistant', 'routes/embed.tsx'),
] satisfies RouteConfig
