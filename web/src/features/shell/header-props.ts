import { authLink } from '../../lib/auth-link.ts'

export interface HeaderPerson {
  shortName: string
  email: string
  /** Whether the person has a plan that allows calls. */
  hasPlan: boolean
}

export interface HeaderProps {
  isSignedIn: boolean
  /** Null for a visitor, and for a member of the team who has only entered the access code. */
  person: HeaderPerson | null
  onOpenCatalogue: () => void
  onOpenCalls: () => void
  onLogOut: () => void
}

/** "Subscribe now", or its replacement for people who have a plan. */
export function offerTo(person: HeaderPerson | null) {
  if (person === null) return { ...authLink('sign-up'), children: 'Subscribe now' }
  return person.hasPlan ? { to: '/account', children: 'Your account' } : { to: '/pricing', children: 'Subscribe now' }
}
