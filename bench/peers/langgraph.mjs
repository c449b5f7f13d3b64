/**
 * Workflows of LangGraph for JavaScript: one repeated node, each step stored by the checkpointer
 * before the next begins. `STORE` is the path of a SQLite file or the URL of a PostgreSQL database.
 */
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { answerRounds } from './rounds.mjs';

const { STORE } = process.env;
const checkpointer = STORE.startsWith('postgres')
  ? PostgresSaver.fromConnString(STORE)
  : SqliteSaver.fromConnString(STORE);
if ('setup' in checkpointer && STORE.startsWith('postgres')) await checkpointer.setup();

const State = Annotation.Root({ count: Annotation(), text: Annotation() });

const graphs = new Map();
function graphOf(steps) {
  if (!graphs.has(steps)) {
    const graph = new StateGraph(State)
      .addNode('step', ({ count }) => ({
        count: count + 1,
        text: `${count}`.padEnd(Number(process.env.PAYLOAD), 'x'),
      }))
      .addEdge(START, 'step')
      .addConditionalEdges('step', ({ count }) => (count < steps ? 'step' : END))
      .compile({ checkpointer });
    graphs.set(steps, graph);
  }
  return graphs.get(steps);
}

answerRounds(async (id, steps) => {
  const { count } = await graphOf(steps).invoke(
    { count: 0, text: '' },
    { configurable: { thread_id: id }, recursionLimit: steps + 5, durability: 'sync' },
  );
  if (count !== steps) throw new Error(`${count} steps of ${steps}`);
});
