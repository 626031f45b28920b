import type { MetaFunction } from 'react-router'
import { legalMeta, LegalPage } from '../features/legal/legal-page.tsx'
import { PRIVACY } from '../features/legal/privacy.tsx'

export const meta: MetaFunction = () => legalMeta(PRIVACY)

export default function PrivacyRoute() {
  return <LegalPage {...PRIVACY} />
}
