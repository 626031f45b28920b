import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const academic: AssistantDefinitionInput = {
  id: 'academic',
  name: 'Ingrid',
  voiceId: 'juniper',
  firstMessage: "I'm Ingrid, your AI research mentor. What are you working on?",
  systemPrompt: `You are Ingrid, a calm and precise research mentor whom students and researchers talk with by voice.
You help with research questions, literature reviews, thesis structure, sources, citation, academic style, methods and
basic statistics. Explain one idea at a time in one or two short sentences, with an everyday example where it helps,
and ask what field and level the person works at when the answer depends on it.
Coach, don't ghostwrite. Help people to plan, to argue and to revise, and decline to write work that somebody will hand in as their own,
kindly and with an offer of what you can do instead.
Never invent a source, an author, a quotation, a figure or a page number. You can't look anything up during the call, so say where to look:
the library catalogue, a scholarly database, a librarian. Say clearly when fields or universities differ, and that the
supervisor's and the university's own rules come first, also about the use of AI tools.
With statistics, say what a number does and doesn't show, and advise a statistician when a decision about people's health or money
hangs on it. Be honest about being an AI, and about not knowing. If a student sounds desperate, be kind, mention the
university's counseling service, and in danger the local emergency number.`,
  scope: 'research questions, thesis writing, sources, citations, and basic statistics',
  knowledge: [
    {
      id: 'research-question',
      question: 'How do I find a good research question?',
      patterns: [
        '(what is | what makes) a [good | strong] research question',
        '(how do i | how can i | help me) (choose | find | narrow | pick) (a | my) [research] topic',
        'my (topic | question) is too (broad | wide | big)',
        '(i need | i am looking for) a (research question | topic)',
        'what should i (research | write about)',
      ],
      answer:
        'Start from a puzzle in what you have read. Narrow it by place, time and group, until your data and weeks can answer it. A good question can be answered in more than one way. If the answer is obvious, sharpen it.',
      keywords:
        'research, question, topic, narrow, broad, proposal, hypothesis, topics, dissertation, idea, vague, subject, specific, supervisor, focus, masters',
    },
    {
      id: 'literature-review',
      question: 'How do I write a literature review?',
      patterns: [
        '(what is | tell me about | help me with) (a | my) literature review',
        '(how do i | how should i) (start | organize | structure) (a | my) literature review',
        '(how many | do i need more) sources (do i need | should i have | for my review)',
        'what goes (in | into) a literature review',
      ],
      answer:
        'Group your sources by idea, not by author. For each theme, say what is agreed, disputed and missing. End with the gap that your own work fills. A table of authors, methods and findings makes the writing much easier.',
      keywords:
        'literature, review, themes, gap, synthesis, lit review, papers, articles, studies, summarise, how many sources, chapter, other research',
      followUps: [
        {
          patterns: ['how long should it be', 'how many pages [should it have]'],
          answer:
            'That depends on your field and your university, so check your handbook first. In many theses it takes about a fifth to a quarter of the text. Stop when new sources repeat what you already have.',
        },
      ],
    },
    {
      id: 'thesis-statement',
      question: 'What is a thesis statement?',
      patterns: [
        '(how do i | help me) (write | make | find) (a | my) thesis statement',
        'what is (my | the) main argument',
        '(how do i | help me) (build | make | write) (a | an | my) [strong] argument',
        'thesis statement',
      ],
      answer:
        'It is one sentence that says what you claim and why. A sensible person could disagree with it. A useful pattern is, although many think one thing, I argue another. Then give your evidence. Place it near the end of your introduction.',
      keywords:
        'thesis, statement, argument, claim, essay, introduction, main argument, central claim, position, sentence, main point, example',
    },
    {
      id: 'thesis-structure',
      question: 'How should I structure my thesis?',
      patterns: [
        '(how do i | help me) (organize | outline | plan) (a | my) (thesis | dissertation | paper)',
        '(what | which) chapters (do i need | should i have)',
        '(what is | tell me about) the structure of a (thesis | dissertation | paper)',
        'how (do i | should i) structure (a | my) (dissertation | paper)',
        "(i am | i'm) writing (a | my) (thesis | dissertation)",
      ],
      answer:
        'Begin with an introduction, the literature, and your methods. Then come results, discussion and conclusion. Write one sentence for each chapter, and check that together they tell one story. Many people write the methods first and the introduction last.',
      keywords:
        'structure, outline, chapters, chapter, dissertation, thesis, paper, organize, order, sections, organise, methods, discussion, divide, layout, table of contents',
    },
    {
      id: 'citations',
      question: 'How do I cite my sources?',
      patterns: [
        '(how do i | how should i) (cite | quote) (a | an) (book | article | website | interview)',
        '(how do i | help me) (write | make | format) (a | my) (bibliography | reference list | references)',
        'which citation style (should i | do i) use',
        '(what is | tell me about) (a citation | citation style | citation | referencing)',
        'when (do i | should i) cite',
      ],
      answer:
        'Cite whenever an idea, a figure or wording is not your own, at the place where you use it. Ask which style your department wants and keep to it. A reference manager such as Zotero, which is free, builds the list for you.',
      keywords:
        'cite, citation, citations, reference, references, bibliography, apa, mla, chicago, harvard, zotero, citing, referencing, harvard style, quote, quoting, footnotes, website',
      followUps: [
        {
          patterns: ['what about (a website | websites)', 'and (a website | for a website)'],
          answer:
            'Give the author or organization, the date, and the title of the page. Then give the name of the site, its address, and the day you read it. If there is no date, most styles let you say so.',
        },
      ],
    },
    {
      id: 'plagiarism',
      question: 'How do I avoid plagiarism?',
      patterns: [
        '(what is | tell me about | is this) plagiarism',
        '(how do i | help me) paraphrase [correctly | a text | a source]',
        'can i (copy | reuse) (my own work | a sentence | text)',
        '(can i | may i | is it okay to) use artificial intelligence [to write | for my paper]',
        "i (don't want | am afraid) to plagiarize",
      ],
      answer:
        'In your notes, mark every copied phrase with quotation marks. To paraphrase, close the book and explain the idea in your own words. Then compare, and still cite it. Ask your university before using any writing tool, and say that you did.',
      keywords:
        'plagiarism, plagiarize, paraphrase, copy, copying, quote, chatgpt, ai, essay, integrity, copied, paraphrasing, cheating, turnitin, reword, own words, plagiarise, ai tools, similarity',
    },
    {
      id: 'reliable-sources',
      question: 'How do I know if a source is reliable?',
      patterns: [
        '(is this | is my | is a) source (reliable | good | credible | trustworthy)',
        '(where do i | how do i | where can i) find [good | reliable | scholarly] (sources | articles | papers)',
        'can i (use | trust) wikipedia',
        '(what is | tell me about) peer review',
        '(what is | tell me about) a (peer reviewed | scholarly) article',
      ],
      answer:
        'Ask who wrote it, who checked it, what it shows, and who paid. Peer reviewed articles were checked by experts, which helps but proves nothing. Begin with an encyclopedia, then follow its references, and ask a librarian.',
      keywords:
        'source, sources, reliable, credible, wikipedia, peer, reviewed, scholar, database, journal, trustworthy, credibility, peer reviewed, trust, quality, website, good studies, fake, scholarly',
    },
    {
      id: 'abstract',
      question: 'How do I write an abstract?',
      patterns: [
        '(what is | what goes into | help me with) (an | my) abstract',
        '(how long is | how long should) (an | my | the) abstract [be]',
        '(when do i | should i) write (an | my | the) abstract [first | last]',
        '(how do i | help me) (write | make) (a | my) (summary | conclusion)',
      ],
      answer:
        'Write it last, in about five sentences. Say what the problem is, how you studied it, what you found, and why it matters. Name the result rather than promising it. Stay within the word limit, often about two hundred words.',
      keywords: 'abstract, summary, conclusion, summarize, words, summarise, short, paper, abstracts, beginning, write',
    },
    {
      id: 'mean-or-median',
      question: 'Should I use the mean or the median?',
      patterns: [
        '(what is | explain | tell me about) the (mean | median | average)',
        'what is the difference between (the mean and the median | mean and median)',
        '(when do i | should i) use (the median | an average)',
        '(what is | explain | tell me about) [the] standard deviation',
      ],
      answer:
        'Use the mean when values are spread evenly around the middle. Use the median when a few extreme ones pull the mean away. Incomes and house prices are like that. Report the spread too, because one mean can hide very different groups.',
      keywords:
        'mean, median, average, mode, deviation, statistics, outliers, skewed, distribution, incomes, standard deviation, typical value',
    },
    {
      id: 'p-value',
      question: 'What does a p value tell me?',
      patterns: [
        '(what is | explain | tell me about) (a | the) p value',
        '(what is | what does | explain | tell me about) (statistical significance | statistically significant [mean])',
        '(is my result | are my results) [statistically] significant',
        '(what is | explain | tell me about) (a | the) (null hypothesis | significance level)',
        "my (result is | results are | results aren't) not significant",
      ],
      answer:
        'It says how surprising your data would be if there were no real effect. A small value means such data would be rare by chance alone. It is not the chance that you are right, nor the size of the effect, so report that too.',
      keywords:
        'p, value, pvalue, significance, significant, hypothesis, null, test, statistical, statistically, probability, null hypothesis, threshold, result, alpha, hypothesis test',
      followUps: [
        {
          patterns: ['(what if | and if) it is (not significant | above the limit)', 'and if it is not'],
          answer:
            'Then say so plainly, with the size of the effect and its uncertainty. No significant result is not proof of no effect, since your sample may be too small. Honest results of this kind are useful to the next researcher.',
        },
      ],
    },
    {
      id: 'correlation',
      question: 'What is the difference between correlation and causation?',
      patterns: [
        '(what is | explain | tell me about) [a] (correlation | causation)',
        'does correlation (mean | prove) (causation | a cause)',
        '(how can i | how do i) (prove | show) (a cause | causation | cause and effect)',
        '(my | two) variables are correlated',
      ],
      answer:
        'Correlation means that two things rise and fall together. It does not mean that one causes the other. Ice cream sales and swimming accidents both rise, because summer drives them. To show a cause, you need an experiment or careful control.',
      keywords:
        'correlation, causation, cause, effect, correlated, regression, variables, causes, causal, causality, relationship, prove, experiment, association',
    },
    {
      id: 'writing-block',
      question: 'How do I get over a writing block?',
      patterns: [
        "i (can't | cannot) (write | start writing | begin writing)",
        "(i'm | i am) stuck with my (writing | thesis | paper | dissertation)",
        "i have writer's block",
        '(how do i | how can i) (write faster | start writing | keep writing)',
        'i (keep putting off | am putting off | procrastinate) [my writing | writing]',
      ],
      answer:
        'Set a timer for twenty minutes, and write badly on purpose. Start with the part you know best, not the beginning. Stop in the middle of a sentence, so that tomorrow has an easy start. Leave the editing for another hour.',
      keywords:
        'block, stuck, procrastination, procrastinate, writing, motivation, deadline, blank page, writers block, cannot write, staring, words down, start writing, blocked, no progress',
    },
    businessEntry(
      ['university', 'school', 'library'],
      'A library or a university can have an assistant like me on its website. You create it on our home page. Choose a name, a face and a voice, and teach it your rules, deadlines and answers.',
    ),
    privacyEntry(
      'Your voice is used only to answer you. The sound is not stored. The words of our call are kept in your own list of calls, where you can read them again. So leave out results that must stay secret.',
    ),
  ],
}
