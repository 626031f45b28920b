import type { MetaFunction } from 'react-router'
import { ConfirmPage } from '../features/account/sign-in/confirm-page.tsx'
import { mailLinkPageMeta } from '../lib/page-meta.ts'
import { ScreenQueries } from '../ui/queries.tsx'

export const meta: MetaFunction = () => mailLinkPageMeta('Confirm your email')

export default function ConfirmEmailRoute() {
  return (
    <ScreenQueries>
      <ConfirmPage />
    </ScreenQueries>
  )
}
