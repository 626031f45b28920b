import { z } from 'zod'
import { appointmentSchema, leadSchema } from './actions.ts'
import { CONVERSATION_STATUSES } from './conversation-limits.ts'
import { conversationFiguresSchema, CONVERSATION_OUTCOMES } from './conversations.ts'

/** The permissions that an owner can give to an API key for `/api/v1`. */
export const API_SCOPES = [
  'assistants:read',
  'leads:read',
  'appointments:read',
  'conversations:read',
  'figures:read',
] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** Every key begins with it; the rest is 32 random bytes in base64url. */
export const API_KEY_PREFIX = 'vx_live_'
export const MAX_API_KEYS = 20

export const createApiKeyRequestSchema = z.object({
  name: z.string().trim().min(1, 'Give the key a name.').max(60, 'The name must have at most 60 characters.'),
  scopes: z
    .array(z.enum(API_SCOPES))
    .min(1, 'Choose at least one thing that the key may read.')
    .max(API_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once.'),
})

const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().describe('The first characters of the key.'),
  scopes: z.array(z.enum(API_SCOPES)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('Accurate to the minute.'),
})
export const createdApiKeySchema = apiKeySchema.extend({
  key: z.string().describe('Shown this once; only a hash of it is kept.'),
})
export const listApiKeysResponseSchema = z.object({ keys: z.array(apiKeySchema) })

const nextCursor = z.string().nullable().describe('Pass as `cursor` for the next page; null at the end.')
const ofAssistant = { assistantId: z.string() }

const v1AssistantSchema = z.object({ id: z.string(), name: z.string(), slug: z.string() })
export const v1AssistantsSchema = z.object({ data: z.array(v1AssistantSchema), nextCursor })
export const v1LeadsSchema = z.object({ data: z.array(leadSchema.extend(ofAssistant)), nextCursor })
export const v1AppointmentsSchema = z.object({ data: z.array(appointmentSchema.extend(ofAssistant)), nextCursor })

/** The same shape as the data of the webhook event `conversation.ended`. */
const v1ConversationSchema = z.object({
  id: z.string(),
  assistantId: z.string(),
  startedAt: z.iso.datetime(),
  durationSeconds: z.int(),
  outcome: z.enum(CONVERSATION_OUTCOMES),
  turns: z.int(),
  unanswered: z.int(),
  leads: z.array(z.string()).describe('The ids of its leads.'),
  appointments: z.array(z.string()).describe('The ids of its appointments.'),
  status: z.enum(CONVERSATION_STATUSES),
  keptUntil: z.iso.datetime().nullable().describe('The words can be read until then; null if they are not kept.'),
})
export const v1ConversationsSchema = z.object({ data: z.array(v1ConversationSchema), nextCursor })
export const v1ConversationDetailSchema = v1ConversationSchema.extend({
  lines: z
    .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string(), atMs: z.int() }))
    .nullable()
    .describe('Null if the words are not kept.'),
})
export const v1FiguresSchema = conversationFiguresSchema.extend(ofAssistant)

export type CreateApiKeyRequest = z.infer<typeof createApiKeyRequestSchema>
export type ApiKey = z.infer<typeof apiKeySchema>
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>
export type V1Conversation = z.infer<typeof v1ConversationSchema>
export type V1ConversationDetail = z.infer<typeof v1ConversationDetailSchema>
