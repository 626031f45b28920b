import type { Logger } from 'pino'
import type { CallEngines } from '#contract/vapi.ts'
import { createAssistantIds } from './assistant-ids.ts'
import { createCallMarks } from './call-mark.ts'
import { createVapiRoutes, VAPI_WEBHOOK_PATH } from './routes.ts'
import type { EmergencyLines } from '#contract/emergency-lines.ts'
import { createOwnCalls } from './own-calls.ts'
import { createToolCalls } from './tool-calls.ts'
import type { Calls } from '../calls/calls.ts'
import { createOwnOriginCheck } from '../../infra/http/allowed-origins.ts'
import type { Env } from '../../config/env.ts'
import { createVapiDesk, type VapiDeskOptions } from './vapi-desk.ts'
import { startWatch } from '../../infra/jobs/watch.ts'
import { didAgentSources, joinSources, vapiSources } from '../../infra/http/foreign-sources.ts'
import { createVapiApi, endVapiCall, VAPI_BASE_URL } from '../../vendors/vapi-api.ts'
import type { EmbedEnv } from '../../config/embed-env.ts'
import { isVapiOn, type VapiEnv } from '../../config/vapi-env.ts'

const LOOK_EVERY_MS = 15_000

export interface VapiDeps {
  config: VapiEnv & EmbedEnv & Pick<Env, 'DATA_DIR' | 'localMode' | 'PUBLIC_URL'>
  /** Signs the marks that calls carry. Must be the same in every process. */
  secret: string
  /** See `callEnginesSchema`. */
  hearsFreeSpeech: boolean
  calls: Pick<Calls, 'desk' | 'atVapi' | 'limitFor'>
  log: Logger
  /** For tests: replaces the request to Vapi's control address. */
  endCall?: VapiDeskOptions['endCall'] | undefined
  emergencyLines: EmergencyLines
  publicUrl: string
}

/** Calls through Vapi: Vapi carries them and reports to `features/calls`, which owns them. */
export function createVapi(deps: VapiDeps) {
  const { config: env, hearsFreeSpeech, calls, log, emergencyLines } = deps
  const marks = createCallMarks(deps.secret)
  const isOn = isVapiOn(env, env.localMode)
  const ids = createAssistantIds(env.DATA_DIR, env.VAPI_ASSISTANT_IDS)
  const desk = createVapiDesk({
    calls,
    marks,
    api: env.VAPI_PRIVATE_KEY
      ? createVapiApi({ privateKey: env.VAPI_PRIVATE_KEY, baseUrl: env.VAPI_BASE_URL })
      : undefined,
    endCall: deps.endCall ?? endVapiCall,
    log,
  })
  const webhookUrl = `${deps.publicUrl}${VAPI_WEBHOOK_PATH}`
  const ownCalls = isOn ? createOwnCalls({ env, webhookUrl, calls, marks, emergencyLines }) : undefined
  if (isOn && env.VAPI_PUBLIC_KEY && !env.VAPI_WEBHOOK_SECRET) {
    log.warn('VAPI_WEBHOOK_SECRET is not set: Vapi cannot report calls, and their minutes are not counted')
  }

  const watches: { close: () => void }[] = []

  const { DID_AGENT_ID: agentId, DID_CLIENT_KEY: clientKey, DID_AGENT_SCRIPT_URL: scriptUrl } = env
  const didAgent = agentId && clientKey ? { agentId, clientKey, scriptUrl } : null

  function engines(): CallEngines {
    if (!isOn) return { preferred: 'builtin', vapi: null, hearsFreeSpeech, didAgent }
    return {
      preferred: env.VAPI_PUBLIC_KEY ? 'vapi' : 'builtin',
      vapi: {
        apiBase: env.VAPI_BASE_URL ?? VAPI_BASE_URL,
        publicKey: env.VAPI_PUBLIC_KEY ?? null,
        assistantIds: ids.read(),
        carriesOwn: ownCalls !== undefined,
      },
      hearsFreeSpeech,
      didAgent,
    }
  }

  return {
    desk,
    /** The sources from which pages may load Vapi's parts and D-ID's agent. */
    foreignSources: () =>
      joinSources(
        isOn ? vapiSources(env.VAPI_BASE_URL ?? VAPI_BASE_URL) : null,
        didAgent ? didAgentSources(scriptUrl) : null,
      ),
    routes: createVapiRoutes({
      isOn,
      engines,
      desk,
      ownCalls,
      answerToolCalls: createToolCalls(calls, marks),
      isOwnOrigin: createOwnOriginCheck(env),
      hinted: (id, owner, vapiCallId) => calls.atVapi.hinted(id, owner, vapiCallId),
      webhookSecret: env.VAPI_WEBHOOK_SECRET,
    }),
    largeBodyPaths: [VAPI_WEBHOOK_PATH],
    path: (): 'off' | 'own-keys' | 'vapi' => (!isOn ? 'off' : env.VAPI_PUBLIC_KEY ? 'vapi' : 'own-keys'),
    agentPath: (): 'built-in' | 'd-id' => (didAgent ? 'd-id' : 'built-in'),
    watch(): void {
      for (const look of [() => desk.look(), () => desk.lookUpUnreported()]) {
        const onFault = (error: unknown) => log.error({ err: error }, 'calls at Vapi could not be looked up')
        watches.push(startWatch({ everyMs: LOOK_EVERY_MS, look, onFault }))
      }
    },
    close: () => watches.forEach((watch) => watch.close()),
  }
}
