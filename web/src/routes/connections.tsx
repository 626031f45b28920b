import type { MetaFunction } from 'react-router'
import { ConnectionsPage } from '../features/connections/connections-page.tsx'
import { privatePageMeta } from '../lib/page-meta.ts'
import { SignedInScreen } from './signed-in-screen.tsx'

export const meta: MetaFunction = () => privatePageMeta('Connections')

export default function ConnectionsRoute() {
  return (
    <SignedInScreen
      path="/connections"
      whenLoggedOut="Log in to see your connections. They keep working in the meantime."
    >
      {() => <ConnectionsPage />}
    </SignedInScreen>
  )
}
