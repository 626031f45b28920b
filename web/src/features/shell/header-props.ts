import { authLink } from '../../lib/auth-link.ts'

/** The person who is signed in, as the header names them. */
export interface HeaderPerson {
  shortName: string
  email: string
  /** A plan lets them talk. */
  hasPlan: boolean
}

export interface HeaderProps {
  isSignedIn: boolean
  /** Null for a visitor, and for a member of the team who came in by the code alone. */
  person: HeaderPerson | null
  onOpenCatalogue: () => void
  onOpenCalls: () => void
  onLogOut: () => void
}

/** "Subscribe now", or what stands in its place for those who have subscribed. */
export function offerTo(person: HeaderPerson | null) {
  if (person === null) return { ...authLink('sign-up'), children: 'Subscribe now' }
  return person.hasPlan ? { to: '/account', children: 'Your account' } : { to: '/pricing', children: 'Subscribe now' }
}
