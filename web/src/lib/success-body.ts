type SuccessBody<Answer> = Answer extends { ok: true; json(): Promise<infer Body> } ? Body : never

/** The body of a successful answer of `api`; unsuccessful ones were thrown before. */
export async function successBody<Answer extends { json(): Promise<unknown> }>(
  answer: Promise<Answer>,
): Promise<SuccessBody<Answer>> {
  return (await (await answer).json()) as SuccessBody<Answer>
}
