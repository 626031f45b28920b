/** What a pool and its workers say to each other. Both sides are ours, so nothing is parsed. */
export type ToWorker<Request> = { type: 'run'; id: number; request: Request } | { type: 'cancel'; id: number }

export type FromWorker<Reply> = { id: number; ok: true; reply: Reply } | { id: number; ok: false; error: TaskFailure }

/** An error as it travels: a structured clone would lose its class and its code. */
export interface TaskFailure {
  name: string
  message: string
  stack: string | undefined
  code: string | undefined
}
