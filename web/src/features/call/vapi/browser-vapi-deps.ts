import type { CallEngines } from '#contract/vapi.ts'
import { api, successBody } from '../../../lib/api.ts'
import { prepareStored, readStored } from '../../../lib/local-store.ts'
import { CallAlert } from '../engine/call-problem.ts'
import { answeredInTime } from '../engine/request-call.ts'
import type { VapiCallDeps, VapiCredentials } from './vapi-call.ts'
import { NO_ASSISTANT_ID, NO_KEY } from './vapi-problem.ts'
import { openWaveTap } from './wave-tap.ts'

const calls = api.api.calls.vapi

type VapiOffer = NonNullable<CallEngines['vapi']>

/** The assistant to call; `isOwn` is true for one that a business has made. */
interface CalledAssistant {
  id: string
  isOwn: boolean
}

/** Whether the deployment provides everything that a call with this assistant needs. */
export function isSupplied(vapi: VapiOffer, { id, isOwn }: CalledAssistant): boolean {
  return isOwn ? vapi.carriesOwn : vapi.publicKey !== null && vapi.assistantIds[id] !== undefined
}

/**
 * The deployment's key and assistant id, or those that the person has entered.
 * @throws CallAlert in the specification's words
 */
export function credentialsFor(vapi: VapiOffer, { id, isOwn }: CalledAssistant): VapiCredentials {
  // A call with an own assistant is created by our server, which knows the assistant from the permit.
  const deployed = isOwn ? id : vapi.assistantIds[id]
  if (vapi.publicKey !== null && deployed !== undefined) {
    return { apiKey: vapi.publicKey, assistantId: deployed, ownAccount: false }
  }
  const apiKey = readStored('vapiKey')
  if (apiKey === null) throw new CallAlert(NO_KEY)
  const ownAssistantId = readStored('vapiAssistantId')
  if (ownAssistantId === null) throw new CallAlert(NO_ASSISTANT_ID)
  return { apiKey, assistantId: ownAssistantId, ownAccount: true }
}

/** What a call with this assistant through Vapi needs, as implemented in the browser. */
export function browserVapiDeps(vapi: VapiOffer | null, assistant: CalledAssistant): VapiCallDeps {
  const { isOwn } = assistant
  return {
    credentials() {
      if (vapi === null) throw new CallAlert(NO_KEY)
      return credentialsFor(vapi, assistant)
    },
    async loadSdk() {
      await prepareStored()
      const { createVapiSdk } = await import('../../../vendors/vapi-sdk.ts')
      return (apiKey) => createVapiSdk(apiKey, isOwn ? `${window.location.origin}/api/vapi` : (vapi?.apiBase ?? ''))
    },
    requestCall({ assistantId, ownAccount }, signal) {
      const options = { init: { signal: answeredInTime(signal) } }
      return isOwn
        ? // The returned permit is valid at `/api/vapi`.
          successBody(api.api['own-assistants'][':id'].calls.vapi.$post({ param: { id: assistantId } }, options))
        : successBody(calls.$post({ json: { assistantId, ownAccount } }, options))
    },
    tellStarted(id, vapiCallId) {
      // For an own assistant there is nothing to report, since our server created the call. It also finds other calls
      // without the report.
      if (!isOwn) calls[':id'].started.$post({ param: { id }, json: { vapiCallId } }).catch(() => undefined)
    },
    answerWithinMs: 12_000,
    openWaveTap,
    onOffline,
  }
}

/** A device changes between wireless networks within this time, and Daily's room survives that. */
const OFFLINE_FOR_MS = 2_000

function onOffline(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (navigator.onLine ? undefined : listener()), OFFLINE_FOR_MS)
  }
  window.addEventListener('offline', wait)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('offline', wait)
  }
}
