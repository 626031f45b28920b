import { Link } from 'react-router'
import { KeptList, type KeptThing } from './kept-list.tsx'
import type { LegalDocument } from './legal-document.ts'

// Each entry follows a table of server/src/db/schema and its chore in an expiry.ts: change them together.
const KEPT: readonly KeptThing[] = [
  {
    what: 'Your account',
    holds:
      'E-mail address, display name, the dates on which it was made and changed, and a scrypt hash of your password. The password itself is never stored.',
    why: 'So that you can sign in, and nobody else as you.',
    until: 'You delete it on your account page.',
  },
  {
    what: 'Where you are signed in',
    holds: 'One line for each sign-in: when it was, the network address and the kind of browser.',
    why: 'So that a stranger’s sign-in can be found and ended.',
    until: 'You log out, or seven days pass without a visit. Lines that have run out are deleted every hour.',
  },
  {
    what: 'Your calls',
    holds:
      'With whom, when and for how long you talked; what you said and what you heard, as text; and how fast each answer came. No sound.',
    why: 'So that you can read a call again, and your minutes are counted right.',
    until:
      'Your account goes, or you ask us to delete them before. A call that was prepared and never begun is deleted after about an hour.',
  },
  {
    what: 'Your plans',
    holds:
      'Which plan at which price, from when to when, the e-mail address that paid, the payment company’s numbers for you and the subscription, and the minutes that each call took. No card.',
    why: 'So that what you have paid for is there, and nobody pays twice.',
    until:
      'The law no longer asks for records of sales: one line about each subscription stays after your account is gone. The payment company’s notices about it are deleted after 30 days.',
  },
  {
    what: 'Your own assistants',
    holds:
      'What you wrote and chose for them: photo, name, voice, first message, instructions and knowledge. Where and when a photo was taken is removed from it.',
    why: 'So that they can talk, and you can change them. Whoever has the address of a live one sees its photo, name and first message. Callers without an account leave no words.',
    until: 'You delete the assistant, or your account goes. A photo that no assistant uses goes after two days.',
  },
  {
    what: 'Mails that we send you',
    holds:
      'Your address, the subject and, until it is sent, the text. Once a mail server has taken a mail, its text and its links are erased here.',
    why: 'So that a confirmation or a new password reaches you even when the mail server is down for a while.',
    until:
      'Your account goes, or 30 days after it was sent. One that cannot be sent waits until somebody has looked into it.',
  },
  {
    what: 'The team’s contact list',
    holds:
      'Of everybody who signs up or writes to us: e-mail address, name and company where they were given, the date, the messages from the contact form, and what the team noted about its answer.',
    why: 'So that a person can answer you.',
    until: 'Your account goes, or you ask us to delete it.',
  },
  {
    what: 'Wrong team codes',
    holds: 'The network address and the time of each wrong try at the team’s access code.',
    why: 'So that the code cannot be guessed.',
    until: 'One day.',
  },
  {
    what: 'The server’s log',
    holds:
      'Time, address of the page on this site, result and duration of requests. No names, no network addresses, no words from calls, nothing that follows a question mark in an address.',
    why: 'So that faults can be found.',
    until: 'The operator clears the log.',
  },
]

export const PRIVACY: LegalDocument = {
  title: 'Privacy',
  lead: 'What this site learns about you, what it keeps, for how long, and who gets to see it.',
  changedOn: '2026-11-21',
  inShort: [
    <>
      <strong>Your voice is not stored.</strong> It is heard in order to be answered, and then it is gone.
    </>,
    <>
      <strong>The words of your calls are kept as text</strong> for you to read again. No other visitor can open them,
      and the team’s pages do not show them.
    </>,
    <>
      <strong>No cookies, no advertising, no trackers.</strong> Pages load nothing from other companies.
    </>,
    <>
      <strong>You can have all of it, or have it deleted,</strong> on <Link to="/account">your account page</Link>.
    </>,
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <>
          <p>
            Voxhall is software that runs on a server. Responsible for your data is whoever operates this one: the
            person or company behind the address that your browser shows now. On this page, “we” means them.
          </p>
          <p>
            You reach the operator through the <Link to="/contact?about=privacy">contact form</Link>. Ask there for a
            name and a postal address if you need them, for instance for a formal request.
          </p>
        </>
      ),
    },
    {
      id: 'what-is-kept',
      title: 'What is kept, and until when',
      body: (
        <>
          <p>
            Looking around, and hearing an assistant say hello, leaves nothing but lines in the server’s log. This list
            is complete:
          </p>
          <KeptList things={KEPT} />
          <p>
            We need the account, the sign-ins, the calls, the plans and the mails in order to give you what you asked
            for. The rest rests on our interest in answering people and keeping the site safe, which you may object to.
          </p>
        </>
      ),
    },
    {
      id: 'voice',
      title: 'Your voice in a call',
      body: (
        <>
          <p>
            The microphone is used only after you press Talk and your browser has asked you. “Mute” and “End Call” stop
            it, and so does closing the page.
          </p>
          <p>
            While you talk, the sound travels to this server over the same connection as the page. A program there finds
            the words. It works in memory: no sound is written to a disk, no voice print is made, and nobody listens in.
            What remains are the words, and of an assistant’s answer only what you really heard.
          </p>
          <p>
            In some browsers a call offers “Your browser’s speech recognition”. It is off until you turn it on. While it
            is on, the maker of your browser receives your voice and turns it into text under its own rules, and this
            server gets the text alone.
          </p>
          <p>
            Nothing that you say is used to train a model. Even so, say no passwords, card numbers or other people’s
            secrets aloud: no assistant needs them.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'What lies in your browser',
      body: (
        <>
          <p>This site sets no cookies. Your browser’s own storage holds:</p>
          <ul>
            <li>your session with your name and e-mail address, from signing in to logging out;</li>
            <li>the team’s access mark, if you entered the team’s code;</li>
            <li>a random mark if you pay before you have an account, so that two tabs do not pay twice;</li>
            <li>
              drafts of forms that you have not sent, until you send them or close the tab; the form of an own assistant
              with its photo stays until you submit it or log out, for sixty days at most;
            </li>
            <li>a copy of the site’s public pages and pictures, so that they open offline.</li>
          </ul>
          <p>“Clear site data” in your browser removes all of it. Nothing else is lost by that.</p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Who else gets something',
      body: (
        <>
          <p>
            Hearing, thinking and speaking are built into this server, and so are accounts and the database. Nobody else
            takes part, unless the operator has connected a service of their choice:
          </p>
          <ul>
            <li>a mail server, which learns your address and the mails to you;</li>
            <li>a hosted database, which holds what is listed above on the operator’s behalf;</li>
            <li>
              a payment company, which learns your e-mail address and your plan, and your card on its own page. Card
              numbers never reach this server.
            </li>
          </ul>
          <p>
            Which services are connected right now is public: <a href="/api/health">this server’s own report</a>. We
            sell nothing that we know about you. We hand data to an authority only where a law obliges us.
          </p>
        </>
      ),
    },
    {
      id: 'team',
      title: 'What the team can see',
      body: (
        <p>
          The team’s pages show the contact list and who has which plan, with the minutes used. They do not show calls.
          Who administers the server’s database could read what is in it, as everywhere; the operator answers for
          allowing that only where a fault demands it.
        </p>
      ),
    },
    {
      id: 'safety',
      title: 'How it is protected',
      body: (
        <>
          <p>
            Passwords are hashed with scrypt. Tokens for the team and for calls are kept as hashes only. Guessing is
            slowed down and locked out. The pages run no script from elsewhere, and the browser enforces that.
          </p>
          <p>
            If you find a hole, tell us through the <Link to="/contact">contact form</Link> before others learn of it.
            Whoever looks in good faith and harms nobody has nothing to fear from us.
          </p>
        </>
      ),
    },
    {
      id: 'your-rights',
      title: 'What you can ask for',
      body: (
        <>
          <p>Wherever you live, you may ask us to:</p>
          <ul>
            <li>tell you what we hold about you, and send you a copy that a program can read;</li>
            <li>correct what is wrong;</li>
            <li>delete your calls or your entry in the contact list;</li>
            <li>stop using your data for anything that you have not asked for.</li>
          </ul>
          <p>
            <Link to="/account">Your account page</Link> hands you the copy, and deletes the account with its sign-ins,
            calls and mails and your entry in the contact list, at once and without asking us. For all else use the{' '}
            <Link to="/contact?about=privacy">contact form</Link> with the e-mail address of your account. We may ask
            you to confirm that it is yours. You get an answer within a month. If you are not content with it, the data
            protection authority where you live will hear you.
          </p>
          <p>Copies in backups disappear when the operator’s backups are replaced.</p>
        </>
      ),
    },
    {
      id: 'children',
      title: 'Children',
      body: (
        <p>
          Voxhall is made for adults. Under 16, please use it only together with a parent or guardian. If a child has
          made an account alone, write to us and we delete it.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'When this page changes',
      body: (
        <p>
          The date on top changes with it. Before a change that gives anybody more of your data, people with an account
          are told by e-mail.
        </p>
      ),
    },
  ],
}
