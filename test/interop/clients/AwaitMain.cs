// Mono's compiler knows no asynchronous Main, so this one waits for that of a program.
using System;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;

static class AwaitMain
{
    static void Main()
    {
        var main = Assembly.GetExecutingAssembly().GetTypes()
            .Where(type => type != typeof(AwaitMain))
            .Select(type => type.GetMethod("Main", BindingFlags.NonPublic | BindingFlags.Static))
            .Single(method => method != null);
        ((Task)main.Invoke(null, null)).GetAwaiter().GetResult();
    }
}
