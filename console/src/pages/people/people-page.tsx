export default function P() {
  return <p>people/people-page</p>;
}
