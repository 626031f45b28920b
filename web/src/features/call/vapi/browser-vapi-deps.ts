import type { CallEngines } from '#contract/vapi.ts'
import { prepareStored, readStored } from '../../../lib/local-store.ts'
import { CallAlert } from '../engine/call-problem.ts'
import { requestOwnVapiCall, requestVapiCall, tellVapiCallStarted } from './request-vapi-call.ts'
import type { VapiCallDeps, VapiCredentials } from './vapi-call.ts'
import { NO_ASSISTANT_ID, NO_KEY } from './vapi-problem.ts'
import { openWaveTap } from './wave-tap.ts'

type VapiOffer = NonNullable<CallEngines['vapi']>

/** The assistant of a call; `isOwn` is one that a business has made. */
export interface CalledAssistant {
  id: string
  isOwn: boolean
}

/** Whether the deployment brings all that a call with this assistant needs. */
export function isSupplied(vapi: VapiOffer, { id, isOwn }: CalledAssistant): boolean {
  return isOwn ? vapi.carriesOwn : vapi.publicKey !== null && vapi.assistantIds[id] !== undefined
}

/** The deployment's key and assistant, or what the person entered. @throws CallAlert in the specification's words */
export function credentialsFor(vapi: VapiOffer, { id, isOwn }: CalledAssistant): VapiCredentials {
  // Of an own assistant the server makes the call, and knows by the permit which one it is.
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

/** Vapi on this page, for calls with this assistant. */
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
    requestCall: isOwn ? requestOwnVapiCall : requestVapiCall,
    // The server has made a call with an own assistant itself.
    tellStarted: isOwn ? () => Promise.resolve() : tellVapiCallStarted,
    answerWithinMs: 12_000,
    openWaveTap,
    onOffline,
  }
}

/** Wireless networks change within this time, and the room bears that. */
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
