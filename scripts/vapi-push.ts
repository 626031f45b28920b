import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { emergencyLinesFrom } from '../server/src/config/emergency-env.ts'
import { EnvError, loadEnv } from '../server/src/config/env.ts'
import { createAssistantIds } from '../server/src/features/vapi/assistant-ids.ts'
import { pushAssistants } from '../server/src/features/vapi/push.ts'
import { VAPI_WEBHOOK_PATH } from '../server/src/features/vapi/routes.ts'
import { SECRET_HEADER } from '../server/src/features/vapi/server-messages.ts'
import { PLAN_CALL_SECONDS } from '../server/src/features/vapi/vapi-desk.ts'
import { createVapiApi } from '../server/src/vendors/vapi-api.ts'
import { vapiAssistantBody } from '../server/src/vendors/vapi-assistant.ts'
import { VendorError } from '../server/src/vendors/vendor-error.ts'
import { systemPromptFor } from '../server/src/voice/brain/prompt.ts'

/**
 * `npm run vapi:push`: creates or updates the catalogue's assistants at Vapi, and stores their ids in DATA_DIR, where a
 * running server finds them. It can be run again at any time.
 */
async function push(): Promise<void> {
  const env = loadEnv()
  if (!env.VAPI_PRIVATE_KEY) throw new EnvError(['VAPI_PRIVATE_KEY is needed to make assistants at Vapi'])
  const webhook = env.VAPI_WEBHOOK_SECRET
    ? { url: `${env.PUBLIC_URL}${VAPI_WEBHOOK_PATH}`, secretHeader: SECRET_HEADER, secret: env.VAPI_WEBHOOK_SECRET }
    : undefined
  await pushAssistants({
    assistants: CATALOGUE_DEFINITIONS,
    api: createVapiApi({ privateKey: env.VAPI_PRIVATE_KEY, baseUrl: env.VAPI_BASE_URL }),
    ids: createAssistantIds(env.DATA_DIR, env.VAPI_ASSISTANT_IDS),
    bodyOf: (assistant) =>
      vapiAssistantBody({
        assistant,
        prompt: systemPromptFor({ turn: { assistant }, lines: emergencyLinesFrom(env) }),
        model: env.VAPI_MODEL,
        voices: env.VAPI_VOICES,
        webhook,
        maxDurationSeconds: PLAN_CALL_SECONDS,
      }),
    onDone: (assistantId, outcome, vapiId) => console.log(`${assistantId.padEnd(18)} ${outcome.padEnd(8)} ${vapiId}`),
  })
  console.log(
    webhook
      ? `\nVapi reports calls to ${webhook.url}.`
      : '\nWithout VAPI_WEBHOOK_SECRET calls are not reported, and their minutes are not counted.',
  )
}

try {
  await push()
} catch (error) {
  if (!(error instanceof EnvError) && !(error instanceof VendorError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
