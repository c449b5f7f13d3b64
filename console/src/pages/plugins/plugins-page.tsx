export default function P() {
  return <p>plugins/plugins-page</p>;
}
