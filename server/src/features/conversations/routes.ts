import { z } from '@hono/zod-openapi'
import {
  changeConversationRequestSchema,
  conversationDetailSchema,
  conversationFiguresSchema,
  conversationFilterSchema,
  conversationSchema,
  conversationSettingsSchema,
  handledQuestionRequestSchema,
  keepingResponseSchema,
  listConversationsResponseSchema,
  liveConversationsResponseSchema,
  saveKeepingRequestSchema,
  unansweredQuestionsResponseSchema,
} from '#contract/conversations.ts'
import { REVISION_WORDS } from '#contract/settings-revision.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { csv, csvHeaders } from '../../infra/http/csv-answer.ts'
import { pageQuery } from '../../infra/http/page-query.ts'
import { missingOwn, oneOwn, settingsRevision, type Assistants, type OwnedAssistant } from '../assistants/assistants.ts'
import type { ConversationDesk } from './conversation-desk.ts'
import { toConversation, type ConversationList } from './conversation-list.ts'
import type { createDailyMail } from './daily-mail.ts'
import { figuresQuery, readFigures } from './figures.ts'
import type { Questions } from './questions.ts'

const PER_PAGE = 25

const forAccount = apiRoutes('account', 'Conversations')
const BASE = '/api/own-assistants/{id}'
const oneParams = oneOwn.params.extend({ conversationId: z.string().max(64) })
const missingOne = refused('There is no such conversation.')
const done = { 204: { description: 'Done.' } }

const settingsRoute = forAccount.get(`${BASE}/conversations/settings`, 'Get whether conversations are kept', {
  request: oneOwn,
  responses: { 200: json(keepingResponseSchema, 'As it is now.'), 404: missingOwn },
})
const saveSettingsRoute = forAccount.put(`${BASE}/conversations/settings`, 'Choose whether conversations are kept', {
  description:
    'Applies to conversations that begin afterwards; words already kept stay until their last day. Before they speak, ' +
    `visitors read that their words are kept, and for how long. ${REVISION_WORDS}`,
  request: { ...oneOwn, body: jsonBody(saveKeepingRequestSchema) },
  responses: {
    200: json(keepingResponseSchema, 'As it is now.'),
    404: missingOwn,
    409: refused('It was changed in the meantime.'),
  },
})
const listRoute = forAccount.get(`${BASE}/conversations`, 'List the kept conversations of an assistant', {
  request: { ...oneOwn, query: conversationFilterSchema.extend(pageQuery('call_[0-9a-f-]{36}', PER_PAGE).shape) },
  responses: { 200: json(listConversationsResponseSchema, 'Newest first.'), 404: missingOwn },
})
const csvRoute = forAccount.get(`${BASE}/conversations.csv`, 'Download kept conversations as CSV', {
  description: 'The conversations that match the same filters, with only the first words of what was said.',
  request: { ...oneOwn, query: conversationFilterSchema },
  responses: { 200: csv('Newest first.'), 404: missingOwn },
})
const liveRoute = forAccount.get(`${BASE}/conversations/live`, 'List the running conversations of an assistant', {
  description: 'Also those that are not kept. What is said is not shown.',
  request: oneOwn,
  responses: { 200: json(liveConversationsResponseSchema, 'The longest first.'), 404: missingOwn },
})
const readRoute = forAccount.get(`${BASE}/conversations/{conversationId}`, 'Get one conversation', {
  request: { params: oneParams },
  responses: { 200: json(conversationDetailSchema, 'It stays unread.'), 404: missingOne },
})
const readMarkRoute = forAccount.post(`${BASE}/conversations/{conversationId}/read`, 'Mark a conversation as read', {
  request: { params: oneParams },
  responses: { ...done, 404: missingOne },
})
const changeRoute = forAccount.patch(
  `${BASE}/conversations/{conversationId}`,
  'Change a conversation’s status or note',
  {
    request: { params: oneParams, body: jsonBody(changeConversationRequestSchema) },
    responses: { 200: json(conversationSchema, 'As it is now.'), 404: missingOne },
  },
)
const removeRoute = forAccount.delete(
  `${BASE}/conversations/{conversationId}`,
  'Delete what was said in a conversation',
  {
    description:
      'For good. Leads, appointments and figures stay, and so do the lines that a visitor with an account keeps.',
    request: { params: oneParams },
    responses: { ...done, 400: refused('It is still going on.'), 404: missingOne },
  },
)
const endRoute = forAccount.post(`${BASE}/conversations/{conversationId}/end`, 'End a running conversation', {
  request: { params: oneParams },
  responses: { ...done, 404: refused('There is no such conversation, or it has ended.') },
})
const questionsRoute = forAccount.get(`${BASE}/questions`, 'List what an assistant could not answer', {
  description:
    'From kept conversations: questions that were refused or asked back about and are not handled yet, grouped by similarity.',
  request: oneOwn,
  responses: { 200: json(unansweredQuestionsResponseSchema, 'The most frequent first.'), 404: missingOwn },
})
const handledRoute = forAccount.post(`${BASE}/questions/handled`, 'Take a question off the list', {
  request: { ...oneOwn, body: jsonBody(handledQuestionRequestSchema) },
  responses: { ...done, 404: missingOwn },
})
const figuresRoute = forAccount.get(`${BASE}/figures`, 'Get an assistant’s figures', {
  request: { ...oneOwn, query: figuresQuery },
  responses: {
    200: json(conversationFiguresSchema, 'Conversations in which the visitor said something, kept or not.'),
    400: refused('The period is too long, or ends before it begins.'),
    404: missingOwn,
  },
})

interface ConversationRoutesDeps {
  db: Database
  assistants: Pick<Assistants, 'inAddress' | 'saveSettings'>
  list: ConversationList
  dailyMail: Pick<ReturnType<typeof createDailyMail>, 'begin'>
  desk: ConversationDesk
  questions: Questions
}

export function createConversationRoutes({ db, assistants, list, dailyMail, desk, questions }: ConversationRoutesDeps) {
  const keepingOf = ({ settings }: OwnedAssistant) => ({
    settings: conversationSettingsSchema.parse(settings.conversations),
    revision: settingsRevision(settings.conversations),
  })

  return apiRouter()
    .openapi(settingsRoute, async (c) => c.json(keepingOf(await assistants.inAddress(c)), 200))
    .openapi(saveSettingsRoute, async (c) => {
      const { userId } = c.var.account
      const { id } = c.req.valid('param')
      const { revision, ...settings } = c.req.valid('json')
      const saved = await db.transaction(async (tx) => {
        let isDailyFromNow = false
        const change = (kept: unknown) => {
          isDailyFromNow = settings.mail === 'daily' && conversationSettingsSchema.parse(kept).mail !== 'daily'
          return settings
        }
        const assistant = await assistants.saveSettings(tx, userId, id, 'conversations', change, revision)
        if (isDailyFromNow) await dailyMail.begin(tx, id)
        return assistant
      })
      return c.json(keepingOf(saved), 200)
    })
    .openapi(listRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      const { before, limit, ...filter } = c.req.valid('query')
      const page = await list.page(assistant, filter, { before, limit })
      return c.json({ ...page, unread: await list.unread(assistant) }, 200)
    })
    .openapi(csvRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      return c.body(list.csv(assistant, c.req.valid('query')), 200, csvHeaders('conversations.csv'))
    })
    .openapi(liveRoute, async (c) => c.json({ calls: await desk.live(await assistants.inAddress(c)) }, 200))
    .openapi(readRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      const detail = await list.detail(assistant, c.req.valid('param').conversationId)
      return c.json({ ...detail, timeZone: assistant.timeZone }, 200)
    })
    .openapi(readMarkRoute, async (c) => {
      await desk.change(await assistants.inAddress(c), c.req.valid('param').conversationId, { readAt: new Date() })
      return c.body(null, 204)
    })
    .openapi(changeRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      const { conversationId } = c.req.valid('param')
      await desk.change(assistant, conversationId, c.req.valid('json'))
      return c.json(toConversation(await list.read(assistant, conversationId)), 200)
    })
    .openapi(removeRoute, async (c) => {
      await desk.remove(await assistants.inAddress(c), c.req.valid('param').conversationId)
      return c.body(null, 204)
    })
    .openapi(endRoute, async (c) => {
      await desk.end(await assistants.inAddress(c), c.req.valid('param').conversationId)
      return c.body(null, 204)
    })
    .openapi(questionsRoute, async (c) =>
      c.json({ questions: await questions.list(await assistants.inAddress(c)) }, 200),
    )
    .openapi(handledRoute, async (c) => {
      await questions.handled(await assistants.inAddress(c), c.req.valid('json').turns)
      return c.body(null, 204)
    })
    .openapi(figuresRoute, async (c) =>
      c.json(await readFigures(db, await assistants.inAddress(c), c.req.valid('query')), 200),
    )
}
