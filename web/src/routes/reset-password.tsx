import type { MetaFunction } from 'react-router'
import { ResetPage } from '../features/account/sign-in/reset-page.tsx'
import { mailLinkPageMeta } from '../lib/page-meta.ts'
import { ScreenQueries } from '../ui/queries.tsx'

export const meta: MetaFunction = () => mailLinkPageMeta('New password')

export default function ResetPasswordRoute() {
  return (
    <ScreenQueries>
      <ResetPage />
    </ScreenQueries>
  )
}
