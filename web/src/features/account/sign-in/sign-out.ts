import { readStored, writeStored } from '../../../lib/local-store.ts'
import { forgetDrafts } from '../../../lib/draft-box.ts'
import { forgetTab } from '../../../lib/tab-store.ts'

/** Signs out locally at once, then tells the server. For the person, an unreachable server makes no difference. */
export function signOut(): void {
  const session = readStored('session')
  const team = readStored('teamToken')
  writeStored('session', null)
  writeStored('ownPlans', null)
  writeStored('teamAccess', null)
  writeStored('teamToken', null)
  forgetTab()
  forgetDrafts()
  if (session === null && team === null) return
  import('./auth-client.ts')
    .then(({ endOnServer }) => endOnServer({ sessionToken: session?.token, teamToken: team?.token }))
    .catch(() => undefined)
}
