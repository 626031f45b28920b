import type { Logger } from 'pino'
import type { CallEngines } from '#contract/vapi.ts'
import type { Database } from '../../infra/db/client.ts'
import { createAssistantIds } from './assistant-ids.ts'
import { createCallMarks } from './call-mark.ts'
import { createVapiRoutes } from './routes.ts'
import { createVapiCallStore, type Minutes } from './vapi-call-store.ts'
import { createVapiDesk, startVapiWatch, type VapiDeskOptions } from './vapi-desk.ts'
import { didAgentSources, joinSources, vapiSources } from '../../infra/http/foreign-sources.ts'
import { createVapiApi, endVapiCall, VAPI_BASE_URL } from '../../vendors/vapi-api.ts'
import type { EmbedEnv } from '../../config/embed-env.ts'
import { isVapiOn, type VapiEnv } from '../../config/vapi-env.ts'

export interface VapiPartOptions {
  env: VapiEnv & EmbedEnv & { DATA_DIR: string; localMode: boolean }
  db: Database
  /** Signs the marks that calls carry. The same on every process. */
  secret: string
  grantCall: VapiDeskOptions['grantCall']
  /** None: nothing is sold, and every call is a demo call. */
  usage: (Minutes & { look: VapiDeskOptions['lookAtPlan'] }) | undefined
  log: Logger
  /** Instead of Vapi's own control addresses. */
  endCall?: VapiDeskOptions['endCall'] | undefined
}

/** All about calls through Vapi, put together. */
export function createVapiPart({ env, db, secret, grantCall, usage, log, endCall }: VapiPartOptions) {
  const isOn = isVapiOn(env, env.localMode)
  const ids = createAssistantIds(env.DATA_DIR, env.VAPI_ASSISTANT_IDS)
  const store = createVapiCallStore(db, usage)
  const desk = createVapiDesk({
    store,
    marks: createCallMarks(secret),
    grantCall,
    lookAtPlan: async (userId) => usage?.look(userId) ?? null,
    minutes: usage,
    api: env.VAPI_PRIVATE_KEY
      ? createVapiApi({ privateKey: env.VAPI_PRIVATE_KEY, baseUrl: env.VAPI_BASE_URL })
      : undefined,
    endCall: endCall ?? endVapiCall,
    log,
  })
  if (isOn && env.VAPI_PUBLIC_KEY && !env.VAPI_WEBHOOK_SECRET) {
    log.warn('VAPI_WEBHOOK_SECRET is not set: Vapi cannot report calls, and their minutes are not counted')
  }

  function engines(): CallEngines {
    const { DID_AGENT_ID: agentId, DID_CLIENT_KEY: clientKey, DID_AGENT_SCRIPT_URL: scriptUrl } = env
    const didAgent = agentId && clientKey ? { agentId, clientKey, scriptUrl } : null
    if (!isOn) return { preferred: 'builtin', vapi: null, didAgent }
    return {
      preferred: env.VAPI_PUBLIC_KEY ? 'vapi' : 'builtin',
      vapi: {
        apiBase: env.VAPI_BASE_URL ?? VAPI_BASE_URL,
        publicKey: env.VAPI_PUBLIC_KEY ?? null,
        assistantIds: ids.read(),
      },
      didAgent,
    }
  }

  return {
    desk,
    engines,
    /** What pages may load for it, and for D-ID's agent. */
    foreignSources: () =>
      joinSources(
        isOn ? vapiSources(env.VAPI_BASE_URL ?? VAPI_BASE_URL) : null,
        engines().didAgent ? didAgentSources(env.DID_AGENT_SCRIPT_URL) : null,
      ),
    routes: createVapiRoutes({ isOn, desk, store, webhookSecret: env.VAPI_WEBHOOK_SECRET }),
    /** For `/api/health`. */
    path: (): 'off' | 'own-keys' | 'vapi' => (!isOn ? 'off' : env.VAPI_PUBLIC_KEY ? 'vapi' : 'own-keys'),
    /** Follows the calls that run. */
    watch: () => startVapiWatch(desk, (error) => log.error({ err: error }, 'calls at Vapi could not be looked up')),
  }
}
